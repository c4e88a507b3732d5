package io.github.foggara.window;

/** The end of an attempt, at a moment that a test chose. */
final class Crash extends Error {
    private static final long serialVersionUID = 1L;

    Crash() {
        super("crash", null, false, false);
    }
}
