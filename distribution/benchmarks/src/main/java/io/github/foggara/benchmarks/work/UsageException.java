package io.github.foggara.benchmarks.work;

/** What was asked for is not there or cannot be read; the message says what is. Whoever is asked ends with exit code 2. */
public final class UsageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }
}
