package io.github.foggara.kernel.taskexecutor.mailbox;

import io.github.foggara.api.runtime.Parker;
import io.github.foggara.api.runtime.Waker;
import java.lang.invoke.VarHandle;

/**
 * The bell of one task thread.
 *
 * <p>Why no wake is lost: the owner looks, finds nothing, calls {@link #arm()}, which writes {@code waiting = true} and
 * fences, looks once more, and parks only if there is still nothing. A partner publishes, fences, and reads
 * {@code waiting}. By the two fences one of them sees the other: either the partner reads true and rings, which leaves a
 * permit in the parker even if the owner has not parked yet, or its publication precedes the owner's second look, which
 * finds it. {@code waiting} stays true over several parks and is taken back only when the owner found something to do; a
 * ring in between costs one needless round.
 */
public final class Doorbell implements Waker {
    private final Parker parker;
    private volatile boolean waiting;
    private volatile boolean reported;

    public Doorbell(Parker parker) {
        this.parker = parker;
    }

    @Override
    public boolean waiting() {
        return waiting;
    }

    @Override
    public void wake() {
        parker.unpark();
    }

    /** Owner: from now on partners ring. Look once more before {@link #park()}. */
    public void arm() {
        waiting = true;
        VarHandle.fullFence();
    }

    /** Owner: found something to do. */
    public void disarm() {
        if (waiting) {
            waiting = false;
            reported = false;
        }
    }

    /** Owner: has told all it did. Forgotten at once if it does not wait, for then it will do more. */
    public void reported() {
        reported = waiting;
    }

    /** Any thread: whether the owner waits and had nothing to do since it told all it did. */
    public boolean isReported() {
        return reported;
    }

    /**
     * Owner, armed: sleeps until a ring. An interrupt that user code left behind is cleared here, or the task would spin
     * instead of sleeping; a cancelled task never comes here.
     */
    public void park() {
        Thread.interrupted();
        parker.park();
    }
}
