package io.github.foggara.testkit.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.runtime.Parker;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SimulatedProcessTest {
    private static final int SEEDS = 50;

    private final AtomicInteger turns = new AtomicInteger();

    private Runnable turning(SimulatedProcess process) {
        return () -> {
            while (true) {
                turns.incrementAndGet();
                process.yieldPoint();
            }
        };
    }

    /** Long enough for everything that could still happen. */
    private static void wait(SimulatedRuntime runtime) {
        Parker parker = runtime.newParker();
        for (int i = 0; i < 100; i++) {
            runtime.yieldPoint();
            parker.parkNanos(TimeUnit.SECONDS.toNanos(1));
        }
    }

    @Test
    void itsThreadsNeverRunAgain() {
        Set<Integer> ends = new HashSet<>();
        SimulatedRuntime.explore(SEEDS, runtime -> {
            turns.set(0);
            SimulatedProcess process = runtime.process("victim");
            process.newThread("one", null, turning(process)).start();
            process.newThread("two", null, turning(process)).start();
            for (int i = 0; i < runtime.seed(); i++) {
                runtime.yieldPoint();
            }
            assertThat(process.killed()).isFalse();
            process.kill();
            process.kill();
            int before = turns.get();
            wait(runtime);
            assertThat(turns).hasValue(before);
            assertThat(process.killed()).isTrue();
            ends.add(before);
        });
        assertThat(ends).as("it dies at different moments").hasSizeGreaterThan(SEEDS / 5);
    }

    @Test
    void killedByItselfItDoesNotGoOn() {
        SimulatedRuntime.explore(SEEDS, runtime -> {
            AtomicBoolean wentOn = new AtomicBoolean();
            SimulatedProcess process = runtime.process("victim");
            process.newThread("killer", null, () -> {
                        runtime.yieldPoint();
                        process.kill();
                        wentOn.set(true);
                    })
                    .start();
            runtime.await("the end of the process", process::killed);
            wait(runtime);
            assertThat(wentOn).isFalse();
        });
    }

    @Test
    void itsTimersAndIoActionsDieWithIt() {
        SimulatedRuntime.explore(SEEDS, runtime -> {
            AtomicInteger ran = new AtomicInteger();
            SimulatedProcess process = runtime.process("victim");
            process.schedule(TimeUnit.SECONDS.toNanos(1), ran::incrementAndGet);
            process.schedule(TimeUnit.SECONDS.toNanos(3), ran::incrementAndGet);
            AtomicBoolean began = new AtomicBoolean();
            process.executeBlocking(() -> {
                began.set(true);
                process.newParker().parkNanos(TimeUnit.SECONDS.toNanos(3));
                ran.incrementAndGet();
            });
            runtime.await("the first timer", () -> ran.get() == 1 && began.get());
            process.kill();
            process.schedule(0, ran::incrementAndGet);
            process.executeBlocking(ran::incrementAndGet);
            process.newThread("late", null, ran::incrementAndGet).start();
            wait(runtime);
            assertThat(ran).hasValue(1);
        });
    }

    @Test
    void othersGoOn() {
        SimulatedRuntime.explore(SEEDS, runtime -> {
            AtomicInteger ran = new AtomicInteger();
            SimulatedProcess victim = runtime.process("victim");
            SimulatedProcess other = runtime.process("other");
            Parker parker = other.newParker();
            victim.newThread("victim", null, turning(victim)).start();
            other.newThread("other", null, () -> {
                        while (ran.get() == 0) {
                            parker.park();
                        }
                        ran.incrementAndGet();
                    })
                    .start();
            other.schedule(TimeUnit.SECONDS.toNanos(1), () -> {
                ran.incrementAndGet();
                parker.unpark();
            });
            victim.kill();
            runtime.await("the other process", () -> ran.get() == 2);
            assertThat(other.nanoTime()).isNotEqualTo(victim.nanoTime());
        });
    }

    @Test
    void theDeadUnwindWhenTheSimulationIsOver() throws InterruptedException {
        Thread[] dead = new Thread[1];
        try (SimulatedRuntime runtime = new SimulatedRuntime(1)) {
            runtime.run(() -> {
                SimulatedProcess process = runtime.process("victim");
                dead[0] = process.newThread("victim", null, turning(process));
                dead[0].start();
                runtime.yieldPoint();
                process.kill();
            });
        }
        dead[0].join(TimeUnit.SECONDS.toMillis(20));
        assertThat(dead[0].isAlive()).isFalse();
    }

    @Test
    void oneSeedIsOneRun() {
        Set<Long> runs = new HashSet<>();
        for (int i = 0; i < 3; i++) {
            try (SimulatedRuntime runtime = new SimulatedRuntime(11)) {
                runtime.run(() -> {
                    SimulatedProcess process = runtime.process("victim");
                    process.newThread("one", null, turning(process)).start();
                    process.newThread("two", null, turning(process)).start();
                    yieldOften(runtime);
                    process.kill();
                });
                runs.add(runtime.traceHash() ^ runtime.randomBits());
            }
        }
        assertThat(runs).hasSize(1);
    }

    private static void yieldOften(SimulatedRuntime runtime) {
        for (int i = 0; i < 10; i++) {
            runtime.yieldPoint();
        }
    }
}
