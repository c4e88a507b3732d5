package io.github.foggara.api.types;

/** A record has a type that the job did not register; the message names the type and the line to add. */
public class UnregisteredTypeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnregisteredTypeException(String message) {
        super(message);
    }
}
