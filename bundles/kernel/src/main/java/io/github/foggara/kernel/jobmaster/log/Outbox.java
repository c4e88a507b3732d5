package io.github.foggara.kernel.jobmaster.log;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Effects on their way out, in their order. Each leaves when every durable event that was recorded before it is on disk, so no
 * decision is acted on that a crash could forget. Main thread only.
 */
public final class Outbox {
    private record Entry(long position, Runnable effect) {}

    private final Deque<Entry> waiting = new ArrayDeque<>();
    private long required;
    private long durable;
    private boolean open;
    private boolean shut;

    /** A durable event stands at this position: effects from now on wait for it. */
    void require(long position) {
        required = position;
    }

    /** Everything up to here is on disk. */
    public void durable(long position) {
        durable = Math.max(durable, position);
        leave();
    }

    /** The log cannot be written any more: effects leave without it. */
    public void open() {
        open = true;
        leave();
    }

    /** Nothing leaves any more: another JobMaster has taken over. */
    public void shut() {
        shut = true;
        waiting.clear();
    }

    public void send(Runnable effect) {
        if (shut) {
            return;
        }
        if (waiting.isEmpty() && mayLeave(required)) {
            effect.run();
        } else {
            waiting.add(new Entry(required, effect));
        }
    }

    private void leave() {
        while (!waiting.isEmpty() && mayLeave(waiting.peek().position)) {
            waiting.poll().effect.run();
        }
    }

    private boolean mayLeave(long position) {
        return open || durable >= position;
    }
}
