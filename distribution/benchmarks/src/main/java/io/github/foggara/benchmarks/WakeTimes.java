package io.github.foggara.benchmarks;

import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.benchmarks.work.Latencies;
import io.github.foggara.benchmarks.work.Meter;
import io.github.foggara.benchmarks.work.Pace;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * What LAT would be if nothing stood between its threads but a queue: two that emit numbers when they are due, and two that take them and sleep
 * when there is none. The time that is left is that of the machine, its scheduler and the JVM.
 */
final class WakeTimes {
    private static final int SIDES = 2;
    private static final double NANOS_PER_MILLI = 1e6;

    private final PrintStream out;
    private final List<Inbox> inboxes = new ArrayList<>();
    private volatile boolean over;

    WakeTimes(PrintStream out) {
        this.out = out;
    }

    void run(Arguments arguments) throws InterruptedException {
        double rate = arguments.number("rate", 100_000);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < SIDES; i++) {
            Inbox inbox = new Inbox();
            inboxes.add(inbox);
            threads.add(inbox.owner);
        }
        for (int i = 0; i < SIDES; i++) {
            threads.add(new Thread(() -> emit(rate / SIDES), "emits-" + i));
        }
        threads.forEach(thread -> thread.setDaemon(true));
        threads.forEach(Thread::start);
        Thread.sleep(arguments.number("warm", 10) * 1000);
        for (int i = 0; i < arguments.number("inner", 3); i++) {
            Latencies.begin();
            Meter meter = new Meter();
            Thread.sleep(arguments.number("seconds", 10) * 1000);
            Latencies.end();
            out.printf(
                    Locale.ROOT,
                    "p50 %.3f ms, p99 %.3f ms, p99.9 %.3f ms of %d (others %.2f)%n",
                    Latencies.quantile(0.5) / NANOS_PER_MILLI,
                    Latencies.quantile(0.99) / NANOS_PER_MILLI,
                    Latencies.quantile(0.999) / NANOS_PER_MILLI,
                    Latencies.count(),
                    meter.read().othersCores());
        }
        over = true;
        threads.forEach(LockSupport::unpark);
    }

    private void emit(double rate) {
        Pace pace = new Pace(rate);
        int next = 0;
        while (!over) {
            for (long pending = pace.pending(); pending > 0; pending--) {
                inboxes.get(next++ % SIDES).put(pace.next());
            }
            pace.nap();
        }
    }

    /** A queue that one thread reads. */
    private final class Inbox {
        private final ConcurrentLinkedQueue<Long> due = new ConcurrentLinkedQueue<>();
        private final Thread owner = new Thread(this::take, "takes");
        private volatile boolean asleep;

        private void put(long time) {
            due.add(time);
            if (asleep) {
                LockSupport.unpark(owner);
            }
        }

        private void take() {
            while (!over) {
                Long time = due.poll();
                if (time != null) {
                    Latencies.arrived(time);
                    continue;
                }
                asleep = true;
                if (due.isEmpty() && !over) {
                    LockSupport.park(this);
                }
                asleep = false;
            }
        }
    }
}
