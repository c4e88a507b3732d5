package io.github.foggara.shell;

/** A command line that cannot be understood; the message says what is wrong and what to type instead. */
public final class UsageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
