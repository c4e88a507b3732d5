package io.github.foggara.testkit.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.runtime.Parker;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SimulatedRuntimeTest {
    /** Three threads write their names at each turn: the text is the schedule. */
    private static String schedule(SimulatedRuntime runtime) {
        StringBuilder text = new StringBuilder();
        AtomicInteger running = new AtomicInteger(3);
        runtime.run(() -> {
            for (char name = 'a'; name < 'd'; name++) {
                char letter = name;
                runtime.newThread("thread-" + name, null, () -> {
                            for (int i = 0; i < 20; i++) {
                                text.append(letter);
                                runtime.yieldPoint();
                            }
                            running.decrementAndGet();
                        })
                        .start();
            }
            runtime.await("the letters", () -> running.get() == 0);
        });
        return text.toString();
    }

    @Test
    void sameSeedRunsTheSame() {
        try (SimulatedRuntime first = new SimulatedRuntime(7);
                SimulatedRuntime second = new SimulatedRuntime(7)) {
            assertThat(schedule(first)).isEqualTo(schedule(second)).hasSize(60);
            assertThat(first.traceHash()).isEqualTo(second.traceHash());
            assertThat(first.steps()).isEqualTo(second.steps()).isPositive();
        }
    }

    @Test
    void otherSeedsRunOtherwise() {
        Set<String> schedules = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            try (SimulatedRuntime runtime = new SimulatedRuntime(seed)) {
                schedules.add(schedule(runtime));
            }
        }
        assertThat(schedules).hasSizeGreaterThan(40);
    }

    @Test
    void timeMovesOnlyByParking() {
        SimulatedRuntime.explore(20, runtime -> {
            long before = runtime.nanoTime();
            for (int i = 0; i < 100; i++) {
                runtime.yieldPoint();
            }
            assertThat(runtime.nanoTime()).isEqualTo(before);
            Parker parker = runtime.newParker();
            long end = before + TimeUnit.DAYS.toNanos(3);
            while (runtime.nanoTime() < end) {
                parker.parkNanos(end - runtime.nanoTime());
            }
            assertThat(runtime.nanoTime()).isEqualTo(end);
        });
    }

    @Test
    void timersRunInOrderAndNotWhenCancelled() {
        SimulatedRuntime.explore(50, runtime -> {
            List<String> ran = new ArrayList<>();
            runtime.schedule(2_000, () -> ran.add("second at " + runtime.nanoTime()));
            runtime.schedule(1_000, () -> ran.add("first at " + runtime.nanoTime()));
            runtime.schedule(1_500, () -> ran.add("never")).cancel();
            runtime.await("both", () -> ran.size() == 2);
            assertThat(ran).containsExactly("first at 1000", "second at 2000");
        });
    }

    @Test
    void blockingWorkRunsOnThreadsOfItsOwn() {
        SimulatedRuntime.explore(20, runtime -> {
            List<String> names = new ArrayList<>();
            runtime.executeBlocking(() -> names.add(Thread.currentThread().getName()));
            runtime.executeBlocking(() -> names.add(Thread.currentThread().getName()));
            runtime.await("both", () -> names.size() == 2);
            assertThat(names).containsExactlyInAnyOrder("io-0", "io-1");
        });
    }

    @Test
    void keepsAWakeThatCameBeforeThePark() {
        SimulatedRuntime.explore(50, runtime -> {
            Parker parker = runtime.newParker();
            parker.unpark();
            parker.park();
            assertThat(runtime.nanoTime()).isZero();
        });
    }

    @Test
    void anInterruptEndsAPark() {
        SimulatedRuntime.explore(50, runtime -> {
            AtomicInteger interrupted = new AtomicInteger();
            Thread sleeper = runtime.newThread("sleeper", null, () -> {
                Parker parker = runtime.newParker();
                while (!Thread.currentThread().isInterrupted()) {
                    parker.park();
                }
                interrupted.incrementAndGet();
            });
            sleeper.start();
            runtime.yieldPoint();
            sleeper.interrupt();
            runtime.await("the interrupt", () -> interrupted.get() == 1);
        });
    }

    @Test
    void namesTheThreadsOfADeadlock() {
        assertThatThrownBy(() -> SimulatedRuntime.explore(1, runtime -> {
                    runtime.newThread("waits-for-godot", null, () -> parkForever(runtime))
                            .start();
                    parkForever(runtime);
                }))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("Deadlock")
                .hasMessageContaining("waits-for-godot")
                .hasMessageContaining("main")
                .hasMessageContaining("parkForever")
                .hasMessageContaining("-Dseed=0");
    }

    private static void parkForever(SimulatedRuntime runtime) {
        Parker parker = runtime.newParker();
        while (true) {
            parker.park();
        }
    }

    @Test
    void aThrowingThreadFailsTheRun() {
        assertThatThrownBy(() -> SimulatedRuntime.explore(1, runtime -> {
                    runtime.newThread("thrower", null, () -> {
                                throw new IllegalStateException("boom");
                            })
                            .start();
                    parkForever(runtime);
                }))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("thrower")
                .hasRootCauseMessage("boom");
    }

    /** The classic lost wake: looks, then parks, without having said that it waits. Some schedule must show it. */
    @Test
    void findsALostWake() {
        assertThatThrownBy(() -> SimulatedRuntime.explore(200, SimulatedRuntimeTest::lostWake))
                .isInstanceOf(SimulationFailure.class)
                .hasMessageContaining("Deadlock");
    }

    private static void lostWake(SimulatedRuntime runtime) {
        boolean[] state = new boolean[2];
        Parker parker = runtime.newParker();
        runtime.newThread("producer", null, () -> {
                    state[0] = true;
                    runtime.yieldPoint();
                    if (state[1]) {
                        parker.unpark();
                    }
                })
                .start();
        while (!state[0]) {
            runtime.yieldPoint();
            state[1] = true;
            parker.park();
        }
    }

    @Test
    void threadsLeftOverEndWithTheSimulation() throws InterruptedException {
        SimulatedRuntime runtime = new SimulatedRuntime(3);
        Thread left = runtime.newThread("left", null, () -> parkForever(runtime));
        runtime.run(left::start);
        runtime.close();
        left.join(10_000);
        assertThat(left.isAlive()).isFalse();
    }
}
