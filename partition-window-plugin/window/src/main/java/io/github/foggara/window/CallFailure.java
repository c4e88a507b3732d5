package io.github.foggara.window;

/**
 * The first thing that failed below a function while it is called. The function may catch it, but a record is missing then: whatever it asks for
 * afterwards fails alike, and so does the task when it returns. Task thread.
 */
final class CallFailure {
    private Throwable first;

    /** Throws the first failure, if there is one. */
    void check() {
        if (first != null) {
            throw Sneaky.thrown(first);
        }
    }

    /** Keeps a failure; to be thrown, as in {@code throw failure.of(t)}. */
    RuntimeException of(Throwable t) {
        if (first == null) {
            first = t;
        }
        throw Sneaky.thrown(first);
    }
}
