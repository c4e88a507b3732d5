package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.shuffle.GateCursor;

/** Drives the head of a chain with the records of a gate. */
public abstract class GatePump extends Link {
    protected GatePump(LinkSetup setup) {
        super(setup);
    }

    /** Processes the records of the run until it is exhausted, a mail comes or an output is full. */
    public abstract void pump(GateCursor cursor);
}
