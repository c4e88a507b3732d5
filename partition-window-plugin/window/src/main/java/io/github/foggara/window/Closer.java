package io.github.foggara.window;

/** Releases one thing after the other, whatever some of them throw; the first failure is thrown at the end, with the others in it. */
public final class Closer {
    private Throwable failure;

    public Closer run(AutoCloseable step) {
        try {
            step.close();
        } catch (Throwable t) {
            if (failure == null) {
                failure = t;
            } else if (failure != t) {
                failure.addSuppressed(t);
            }
        }
        return this;
    }

    public void rethrow() {
        if (failure != null) {
            throw Sneaky.thrown(failure);
        }
    }
}
