package io.github.foggara.testkit.runtime;

/** Unwinds a simulated thread after the simulation has ended. Not a failure; code under test must not catch it for good. */
final class SimulationStopped extends Error {
    private static final long serialVersionUID = 1L;

    SimulationStopped() {
        super("The simulation has ended", null, false, false);
    }
}
