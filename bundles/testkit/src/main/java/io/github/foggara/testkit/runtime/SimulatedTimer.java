package io.github.foggara.testkit.runtime;

import io.github.foggara.api.runtime.EngineRuntime.Cancellable;
import java.util.PriorityQueue;

/** Runs scheduled actions on one simulated thread when virtual time has come to them. */
final class SimulatedTimer {
    private record Entry(long due, long number, Runnable action) implements Comparable<Entry> {
        @Override
        public int compareTo(Entry other) {
            return due != other.due ? Long.compare(due, other.due) : Long.compare(number, other.number);
        }
    }

    private final Baton baton;
    /** Null if it belongs to none. */
    private final SimulatedProcess process;

    private final SimulatedParker parker;
    private final PriorityQueue<Entry> entries = new PriorityQueue<>();
    private long numbers;
    private boolean started;

    SimulatedTimer(Baton baton, SimulatedProcess process) {
        this.baton = baton;
        this.process = process;
        this.parker = new SimulatedParker(baton);
    }

    Cancellable schedule(long delayNanos, Runnable action) {
        Entry entry;
        boolean start;
        synchronized (this) {
            entry = new Entry(baton.nanos() + delayNanos, numbers++, action);
            entries.add(entry);
            start = !started;
            started = true;
        }
        if (start) {
            baton.newThread(process, "timer", null, this::loop).start();
        }
        parker.unpark();
        return () -> cancel(entry);
    }

    private synchronized void cancel(Entry entry) {
        entries.remove(entry);
    }

    private void loop() {
        while (true) {
            Entry due = pollDue();
            if (due != null) {
                due.action().run();
                baton.pause('t');
                continue;
            }
            long next = nextDue();
            if (next == SimulatedThread.NO_DEADLINE) {
                parker.park();
            } else {
                parker.parkNanos(next - baton.nanos());
            }
        }
    }

    private synchronized Entry pollDue() {
        Entry first = entries.peek();
        return first != null && first.due() <= baton.nanos() ? entries.poll() : null;
    }

    private synchronized long nextDue() {
        Entry first = entries.peek();
        return first == null ? SimulatedThread.NO_DEADLINE : first.due();
    }
}
