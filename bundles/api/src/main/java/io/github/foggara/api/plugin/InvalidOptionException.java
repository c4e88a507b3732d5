package io.github.foggara.api.plugin;

/** A key is unknown or its value is outside its range; the message says which and what is accepted. */
public class InvalidOptionException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;
    private final String key;

    public InvalidOptionException(String key, String message) {
        super(message);
        this.key = key;
    }

    public String key() {
        return key;
    }
}
