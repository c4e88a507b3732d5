package io.github.foggara.recovery.eventstore;

/** What stands in a file is not what was written there; the message says which file and what. */
final class DamageException extends Exception {
    private static final long serialVersionUID = 1L;

    DamageException(String words) {
        super(words);
    }

    DamageException(Object file, String what) {
        super(file + ": " + what);
    }
}
