package io.github.foggara.testkit.runtime;

/** A simulated run went wrong; the message carries the seed that repeats it. */
public final class SimulationFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    SimulationFailure(long seed, String message, Throwable cause) {
        super(message + " [repeat with -Dseed=" + seed + "]", cause);
    }
}
