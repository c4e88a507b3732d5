package io.github.foggara.testkit.runtime;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Runs the engine's real threads on one seeded schedule and on virtual time. Exactly one thread runs at any moment; the
 * baton may pass when it starts a thread, parks, unparks another, or calls {@link #yieldPoint()}. The same seed gives the same
 * run, as long as the code does nothing that depends on anything else (hash codes of objects, real time, other threads).
 *
 * <pre>{@code
 * SimulatedRuntime.explore(300, runtime -> {
 *     Thread thread = runtime.newThread("task", null, ...);
 *     thread.start();
 *     runtime.await("the task to end", () -> done.get());
 * });
 * }</pre>
 *
 * <p>Code that runs on it may block only by this seam. Who holds the baton and waits for a monitor, a latch or
 * {@code Thread.join} that another simulated thread would release, is reported with its stack after {@value #PATIENCE_SECONDS} s of
 * real time; so nobody may be woken under a lock. Virtual time stands still while anything is runnable: a loop
 * that polls the clock must park. Thread-safe.
 */
public final class SimulatedRuntime implements EngineRuntime, AutoCloseable {
    /** Real seconds after which a holder of the baton that makes no step is reported. */
    public static final int PATIENCE_SECONDS = 20;

    private static final long MAX_STEPS = 20_000_000;
    /** Virtual time begins at 2030-01-01T00:00:00Z. */
    private static final long EPOCH_MILLIS = 1_893_456_000_000L;

    private static final long AWAIT_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long AWAIT_STEPS = 100;
    private static final long AWAIT_LIMIT_NANOS = TimeUnit.HOURS.toNanos(1);

    private final long seed;
    private final Baton baton;
    private final SimulatedTimer timer;
    private final Random bits;
    private final AtomicInteger ioThreads = new AtomicInteger();
    private final AtomicInteger processes = new AtomicInteger();

    public SimulatedRuntime(long seed) {
        this.seed = seed;
        this.baton = new Baton(seed, MAX_STEPS);
        this.bits = new Random(~seed);
        this.timer = new SimulatedTimer(baton, null);
    }

    /** The seeds 0, 1, … of a test, or only the one given by {@code -Dseed=}. */
    public static LongStream seeds(int count) {
        Long one = Long.getLong("seed");
        return one == null ? LongStream.range(0, count) : LongStream.of(one);
    }

    /**
     * Runs {@code scenario} as main thread of one simulation per seed.
     *
     * @throws SimulationFailure of the first seed that fails
     */
    public static void explore(int count, Consumer<SimulatedRuntime> scenario) {
        seeds(count).forEach(seed -> one(seed, scenario));
    }

    /**
     * As {@link #explore}, with as many simulations at a time as there are processors: one lets a processor rest whenever the baton goes
     * from thread to thread.
     *
     * @param scenario what it does for different seeds shares nothing that it changes, or only what is safe for use by several threads
     */
    public static void exploreTogether(int count, Consumer<SimulatedRuntime> scenario) {
        seeds(count).parallel().forEach(seed -> one(seed, scenario));
    }

    private static void one(long seed, Consumer<SimulatedRuntime> scenario) {
        try (SimulatedRuntime runtime = new SimulatedRuntime(seed)) {
            runtime.run(() -> scenario.accept(runtime));
        }
    }

    /**
     * Runs {@code body} as simulated thread {@code main}, together with the threads already started and those it starts, until
     * it ends; then all others stand still. From a thread outside the simulation, once.
     *
     * @throws SimulationFailure if a thread throws, all are parked for good, or one blocks beside the seam
     */
    public void run(Runnable body) {
        baton.begin(baton.newThread(null, "main", Thread.currentThread().getContextClassLoader(), body));
        awaitEnd();
        if (baton.problem() != null) {
            throw new SimulationFailure(seed, baton.problem(), baton.cause());
        }
    }

    private void awaitEnd() {
        long lastSteps = -1;
        try {
            while (!baton.finished().await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                long steps = baton.steps();
                SimulatedThread holder = baton.holder();
                if (steps == lastSteps && holder != null) {
                    String text = "This thread holds the baton but does not reach the seam (" + holder.getState()
                            + "):\n    " + holder.where();
                    baton.stop(text, null);
                }
                lastSteps = steps;
            }
        } catch (InterruptedException e) {
            baton.stop("The thread that ran the simulation was interrupted", e);
            Thread.currentThread().interrupt();
        }
    }

    /**
     * On a simulated thread: waits in virtual time until the condition holds, which it looks at each millisecond, and after a tenth of a
     * second of waiting each hundredth of the time it has waited: else an hour would have millions of turns.
     *
     * @throws AssertionError naming {@code what}, after an hour of virtual time
     */
    public void await(String what, BooleanSupplier condition) {
        Objects.requireNonNull(what);
        Parker parker = newParker();
        long begin = nanoTime();
        while (!condition.getAsBoolean()) {
            long waited = nanoTime() - begin;
            if (waited > AWAIT_LIMIT_NANOS) {
                throw new AssertionError("Waited an hour of virtual time for " + what);
            }
            parker.parkNanos(Math.max(AWAIT_STEP_NANOS, waited / AWAIT_STEPS));
        }
    }

    /**
     * A process of its own in this simulation: the same threads, parking and time, and it can be killed.
     *
     * @param name for messages
     */
    public SimulatedProcess process(String name) {
        return new SimulatedProcess(this, baton, name, processes.incrementAndGet());
    }

    /**
     * Whether the body of a thread of this simulation has returned; to wait for that, as {@link Thread#isAlive} depends on when the system
     * ends the thread.
     */
    public boolean ended(Thread thread) {
        return baton.ended((SimulatedThread) thread);
    }

    public long seed() {
        return seed;
    }

    /** Choices made so far. */
    public long steps() {
        return baton.steps();
    }

    /** A hash of all choices and their times so far: equal for equal runs. */
    public long traceHash() {
        return baton.hash();
    }

    @Override
    public long nanoTime() {
        return baton.nanos();
    }

    @Override
    public long currentTimeMillis() {
        return EPOCH_MILLIS + TimeUnit.NANOSECONDS.toMillis(baton.nanos());
    }

    @Override
    public Thread newThread(String name, ClassLoader loader, Runnable body) {
        return baton.newThread(null, name, loader, body);
    }

    @Override
    public Parker newParker() {
        return new SimulatedParker(baton);
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable action) {
        return timer.schedule(delayNanos, action);
    }

    /** Each action gets a simulated thread of its own. */
    @Override
    public void executeBlocking(Runnable action) {
        baton.newThread(null, "io-" + ioThreads.getAndIncrement(), null, action).start();
    }

    @Override
    public synchronized long randomBits() {
        return bits.nextLong();
    }

    @Override
    public void yieldPoint() {
        baton.pause('y');
    }

    /** Unwinds every thread that has not ended. Idempotent; does not wait for them. */
    @Override
    public void close() {
        baton.stop(null, null);
    }
}
