package io.github.foggara.testkit.runtime;

import io.github.foggara.api.runtime.Parker;

/** A parker whose owner gives the baton away while it sleeps. Fields are guarded by the baton's monitor. */
final class SimulatedParker implements Parker {
    private final Baton baton;
    SimulatedThread owner;
    boolean permit;

    SimulatedParker(Baton baton) {
        this.baton = baton;
    }

    @Override
    public void park() {
        baton.park(this, SimulatedThread.NO_DEADLINE);
    }

    @Override
    public void parkNanos(long nanos) {
        baton.park(this, Math.max(0, nanos));
    }

    @Override
    public void unpark() {
        baton.unpark(this);
    }
}
