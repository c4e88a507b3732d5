package io.github.foggara.api.shuffle;

/** A newer attempt of the same consumer has taken the channel; this attempt must end. */
public class StaleConsumerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StaleConsumerException(String message) {
        super(message);
    }
}
