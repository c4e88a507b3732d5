package io.github.foggara.window;

/** Lets a checked exception through a method that declares none, so that the task fails with that very exception as its cause. */
final class Sneaky {
    private Sneaky() {}

    /** Never returns; to be used as {@code throw Sneaky.thrown(e)}. */
    @SuppressWarnings("unchecked")
    static <T extends Throwable> RuntimeException thrown(Throwable cause) throws T {
        throw (T) cause;
    }
}
