package io.github.foggara.testkit.shuffle;

import io.github.foggara.api.runtime.Parker;
import io.github.foggara.api.runtime.Waker;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** A waker as a task has one, that also counts. Thread-safe. */
public final class Bell implements Waker {
    private final Parker parker;
    private final AtomicInteger rings = new AtomicInteger();
    private volatile boolean waiting;

    /** For a test that only counts. */
    public Bell() {
        this(null);
    }

    /**
     * @param parker of the owner thread, for {@link #await}
     */
    public Bell(Parker parker) {
        this.parker = parker;
    }

    @Override
    public boolean waiting() {
        return waiting;
    }

    @Override
    public void wake() {
        rings.incrementAndGet();
        waiting = false;
        if (parker != null) {
            parker.unpark();
        }
    }

    /** Says that the owner is about to park; the next {@link #wake()} takes it back. */
    public void sayWaiting() {
        waiting = true;
        VarHandle.fullFence();
    }

    public int rings() {
        return rings.get();
    }

    /** Owner: sleeps until it is rung, unless {@code ready} holds after it has said that it waits. */
    public void await(BooleanSupplier ready) {
        sayWaiting();
        if (ready.getAsBoolean()) {
            waiting = false;
            return;
        }
        while (waiting && !Thread.currentThread().isInterrupted()) {
            parker.park();
        }
    }
}
