package io.github.foggara.testkit.runtime;

import io.github.foggara.testkit.runtime.SimulatedThread.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * Lets exactly one simulated thread run, and decides by a seeded random who is next.
 *
 * <p>Who holds the baton calls in at each point where another may run ({@link #pause}, {@link #park}, {@link #unpark},
 * {@link #end}). The choice is made among the runnable threads in the order of their making, so it depends on nothing but the
 * seed and on what the threads did before. Virtual time moves only when none is runnable, to the earliest deadline.
 */
final class Baton {
    private static final int SPURIOUS_ONE_IN = 64;
    private static final int PATIENCE_AFTER_STOP = 100;
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final Random random;
    private final int switchOneIn;
    private final long maxSteps;
    /** Those that have not ended, in the order of their making. */
    private final List<SimulatedThread> threads = new ArrayList<>();
    /** Those whose process was killed; they stand where they were until the simulation is over. */
    private final List<SimulatedThread> killed = new ArrayList<>();

    private final CountDownLatch finished = new CountDownLatch(1);

    private SimulatedThread holder;
    private SimulatedThread main;
    private int made;
    private long nanos;
    private long steps;
    private long hash = FNV_OFFSET;
    private String problem;
    private Throwable cause;
    private boolean stopped;

    Baton(long seed, long maxSteps) {
        this.random = new Random(seed);
        // Some seeds switch at every point, others let a thread run far ahead: both find bugs the other does not.
        this.switchOneIn = 1 << 2 * random.nextInt(4);
        this.maxSteps = maxSteps;
    }

    /**
     * @param process that it ends with; null for none
     */
    synchronized SimulatedThread newThread(SimulatedProcess process, String name, ClassLoader loader, Runnable body) {
        SimulatedThread thread = new SimulatedThread(this, process, made++, name, loader, body);
        threads.add(thread);
        return thread;
    }

    synchronized void register(SimulatedThread thread) {
        if (thread.phase != Phase.NEW) {
            return;
        }
        if (thread.process != null && thread.process.dead) {
            bury(thread);
        } else {
            thread.phase = Phase.RUNNABLE;
        }
    }

    private void bury(SimulatedThread thread) {
        thread.phase = Phase.KILLED;
        threads.remove(thread);
        killed.add(thread);
    }

    /** None of its threads runs again; if the caller is one of them, it does not return. */
    void kill(SimulatedProcess process) {
        SimulatedThread me = current();
        SimulatedThread next = me;
        synchronized (this) {
            if (stopped || process.dead) {
                return;
            }
            process.dead = true;
            for (SimulatedThread thread : List.copyOf(threads)) {
                if (thread.process == process && thread.phase != Phase.NEW) {
                    bury(thread);
                }
            }
            if (me != null && me.process == process) {
                next = choose('k');
            }
        }
        if (me != null) {
            handOver(me, next);
        }
    }

    synchronized boolean ended(SimulatedThread thread) {
        return thread.phase == Phase.ENDED;
    }

    synchronized boolean dead(SimulatedProcess process) {
        return process.dead;
    }

    /** Hands the baton to the main thread, from outside. */
    void begin(SimulatedThread mainThread) {
        synchronized (this) {
            main = mainThread;
            holder = mainThread;
        }
        mainThread.start();
        mainThread.turn.release();
    }

    void firstTurn(SimulatedThread thread) {
        thread.turn.acquireUninterruptibly();
        checkRunning(thread);
    }

    /** A point where another thread may run. Does nothing on a thread that is not simulated. */
    void pause(char kind) {
        SimulatedThread me = current();
        if (me == null) {
            return;
        }
        checkRunning(me);
        SimulatedThread next;
        synchronized (this) {
            if (me != holder || random.nextInt(switchOneIn) != 0) {
                return;
            }
            next = choose(kind);
        }
        handOver(me, next);
    }

    void park(SimulatedParker parker, long delay) {
        SimulatedThread me = current();
        if (me == null) {
            throw new IllegalStateException("Only a thread made by the simulated runtime may park on it");
        }
        checkRunning(me);
        SimulatedThread next;
        synchronized (this) {
            parker.owner = me;
            if (!parker.permit && !me.isInterrupted() && random.nextInt(SPURIOUS_ONE_IN) != 0) {
                me.phase = Phase.PARKED;
                me.deadline = delay == SimulatedThread.NO_DEADLINE ? delay : nanos + delay;
            }
            next = choose('p');
        }
        handOver(me, next);
        synchronized (this) {
            parker.permit = false;
        }
    }

    void unpark(SimulatedParker parker) {
        synchronized (this) {
            parker.permit = true;
            if (parker.owner != null) {
                wake(parker.owner);
            }
        }
        pause('u');
    }

    synchronized void wake(SimulatedThread thread) {
        if (thread.phase == Phase.PARKED) {
            thread.phase = Phase.RUNNABLE;
            thread.deadline = SimulatedThread.NO_DEADLINE;
        }
    }

    void end(SimulatedThread me, Throwable thrown) {
        SimulatedThread next = null;
        synchronized (this) {
            me.phase = Phase.ENDED;
            threads.remove(me);
            if (thrown != null) {
                stop("Thread " + me.getName() + " ended with " + thrown, thrown);
            } else if (me == main) {
                holder = null;
                finished.countDown();
            } else if (!stopped) {
                next = choose('e');
            }
        }
        if (next != null) {
            next.turn.release();
        }
    }

    /** Ends the simulation; every thread is unwound at its next call. The first problem counts. */
    synchronized void stop(String why, Throwable thrown) {
        if (!stopped) {
            stopped = true;
            problem = why;
            cause = thrown;
            holder = null;
            threads.forEach(thread -> thread.turn.release());
            killed.forEach(thread -> thread.turn.release());
            finished.countDown();
        }
    }

    private void handOver(SimulatedThread me, SimulatedThread next) {
        if (next != me) {
            if (next != null) {
                next.turn.release();
            }
            me.turn.acquireUninterruptibly();
        }
        checkRunning(me);
    }

    /** The next holder, or null if the simulation has just ended. Under the monitor. */
    private SimulatedThread choose(char kind) {
        if (stopped) {
            return null;
        }
        if (++steps > maxSteps) {
            stop("No end after " + maxSteps + " steps; threads that are not parked: " + names(Phase.RUNNABLE), null);
            return null;
        }
        int ready = runnable();
        if (ready == 0) {
            ready = advanceTime();
        }
        if (ready == 0) {
            stop("Deadlock: every thread is parked and no timer is set:" + places(), null);
            return null;
        }
        SimulatedThread next = runnable(random.nextInt(ready));
        mix(kind);
        mix(next.ordinal);
        mix(nanos);
        holder = next;
        return next;
    }

    /** @return how many are runnable then */
    private int advanceTime() {
        long earliest = SimulatedThread.NO_DEADLINE;
        for (SimulatedThread thread : threads) {
            if (thread.phase == Phase.PARKED) {
                earliest = Math.min(earliest, thread.deadline);
            }
        }
        if (earliest == SimulatedThread.NO_DEADLINE) {
            return 0;
        }
        nanos = Math.max(nanos, earliest);
        for (SimulatedThread thread : threads) {
            if (thread.deadline <= nanos) {
                wake(thread);
            }
        }
        return runnable();
    }

    // A simulation makes millions of choices: they allocate nothing.

    private int runnable() {
        int count = 0;
        for (int i = 0; i < threads.size(); i++) {
            if (threads.get(i).phase == Phase.RUNNABLE) {
                count++;
            }
        }
        return count;
    }

    private SimulatedThread runnable(int index) {
        int left = index;
        for (int i = 0; true; i++) {
            SimulatedThread thread = threads.get(i);
            if (thread.phase == Phase.RUNNABLE && left-- == 0) {
                return thread;
            }
        }
    }

    private void mix(long value) {
        hash = (hash ^ value) * FNV_PRIME;
    }

    private List<SimulatedThread> in(Phase phase) {
        return threads.stream().filter(thread -> thread.phase == phase).collect(Collectors.toList());
    }

    private String names(Phase phase) {
        return in(phase).stream().map(Thread::getName).collect(Collectors.joining(", "));
    }

    private String places() {
        return in(Phase.PARKED).stream()
                .map(thread -> "\n    " + thread.where())
                .collect(Collectors.joining());
    }

    private SimulatedThread current() {
        return Thread.currentThread() instanceof SimulatedThread thread && thread.baton == this ? thread : null;
    }

    private void checkRunning(SimulatedThread me) {
        synchronized (this) {
            if (!stopped) {
                return;
            }
        }
        if (++me.callsAfterStop < PATIENCE_AFTER_STOP) {
            throw new SimulationStopped();
        }
        // The code under test swallows the error and comes back: better one sleeping thread than a spinning one.
        while (true) {
            LockSupport.park(this);
        }
    }

    // ---- for the runtime

    CountDownLatch finished() {
        return finished;
    }

    synchronized long nanos() {
        return nanos;
    }

    synchronized long steps() {
        return steps;
    }

    synchronized long hash() {
        return hash;
    }

    synchronized String problem() {
        return problem;
    }

    synchronized Throwable cause() {
        return cause;
    }

    synchronized SimulatedThread holder() {
        return holder;
    }
}
