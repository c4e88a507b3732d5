package io.github.foggara.itests.simulation;

import io.github.foggara.api.ha.LeaderElection;

/** Epochs that a process which is killed cannot take with it. */
final class SharedElection implements LeaderElection {
    private long epoch;

    @Override
    public synchronized long nextEpoch() {
        return ++epoch;
    }

    @Override
    public boolean leader() {
        return true;
    }

    @Override
    public void close() {}
}
