package io.github.foggara.recovery.eventstore;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.testkit.event.LogLife;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The disk crashes at each of its operations: nothing that was told durable is lost, and no crash is taken for damage. */
class CrashTest {
    private static final int SEEDS = 12;
    private static final int PER_LIFE = 12;
    private static final int LIVES = 3;
    /** More operations than the lives of one run need. */
    private static final int OPERATIONS = 90;

    @Test
    void nothingToldDurableIsLostWhereverTheDiskCrashes() {
        StoreScenario.explore(SEEDS, scenario -> {
            boolean reached = true;
            for (int operation = 1; reached; operation++) {
                reached = crashAt(scenario, operation);
                scenario.store.delete(StoreScenario.JOB, StoreScenario.DIRECTORY);
                assertThat(operation).isLessThan(OPERATIONS);
            }
        });
    }

    /** Returns whether the lives needed so many operations. */
    private static boolean crashAt(StoreScenario scenario, int operation) throws IOException {
        scenario.disk.crashAt(operation);
        long durable = 0;
        int appended = 0;
        for (int epoch = 1; epoch <= LIVES && !scenario.disk.down(); epoch++) {
            LogLife life = openOrNull(scenario, epoch);
            if (life != null) {
                int held = life.replayed().size();
                assertThat(life.replayed()).isEqualTo(StoreScenario.events(held));
                StoreScenario.append(life, held + 1, held + PER_LIFE);
                appended = held + PER_LIFE;
                scenario.runtime.await(
                        "an end of the life", () -> life.durable() >= held + PER_LIFE || scenario.disk.down());
                durable = Math.max(durable, life.durable());
                endLife(scenario, life, epoch);
            }
        }
        boolean reached = scenario.disk.down();
        scenario.disk.crash();
        LogLife after = scenario.open(LIVES + 1);
        int found = after.replayed().size();
        assertThat(found).as("crash at " + operation).isBetween((int) durable, appended);
        assertThat(after.replayed()).isEqualTo(StoreScenario.events(found));
        assertThat(after.log().opening().end()).isIn(End.EMPTY, End.WHOLE, End.TORN_TAIL);
        StoreScenario.append(after, found + 1, found + 3);
        after.awaitDurable(found + 3);
        after.close();
        LogLife last = scenario.open(LIVES + 2);
        assertThat(last.replayed()).isEqualTo(StoreScenario.events(found + 3));
        last.close();
        return reached;
    }

    private static LogLife openOrNull(StoreScenario scenario, int epoch) throws IOException {
        try {
            return scenario.open(epoch);
        } catch (IOException e) {
            if (scenario.disk.down()) {
                return null;
            }
            throw e;
        }
    }

    /** Some end in order, others are only abandoned; what is told after the crash counts for nothing. */
    private static void endLife(StoreScenario scenario, LogLife life, int epoch) {
        if (epoch % 2 == 0 || scenario.disk.down()) {
            life.close();
            life.check();
        }
    }

    @Test
    void powerLostBetweenOperationsLosesOnlyWhatWasNotTold() {
        StoreScenario.explore(100, scenario -> {
            LogLife life = scenario.open(1);
            StoreScenario.append(life, 1, 40);
            long until = scenario.runtime.nanoTime()
                    + Duration.ofMillis(scenario.runtime.seed() % 20).toNanos();
            scenario.runtime.await("a moment", () -> scenario.runtime.nanoTime() >= until || life.durable() >= 30);
            long told = life.durable();
            scenario.disk.crash();
            LogLife next = scenario.open(2);
            assertThat((long) next.replayed().size()).isGreaterThanOrEqualTo(told);
            assertThat(next.replayed())
                    .isEqualTo(StoreScenario.events(next.replayed().size()));
            next.close();
        });
    }

    @Test
    void whatWasReadIsNotTakenBackByALossOfPower() {
        StoreScenario.explore(100, scenario -> {
            LogLife killed = scenario.open(1);
            // Written after a minute, and stopped where it is to be forced.
            scenario.disk.delay(Duration.ofMinutes(1));
            StoreScenario.append(killed, 1, 40);
            long until = scenario.runtime.nanoTime() + Duration.ofSeconds(90).toNanos();
            scenario.runtime.await("a write", () -> scenario.runtime.nanoTime() >= until);
            scenario.disk.delay(Duration.ZERO);
            LogLife next = scenario.open(2);
            assertThat(killed.durable()).isZero();
            int read = next.replayed().size();
            assertThat(read).isPositive();
            scenario.disk.crash();
            LogLife last = scenario.open(3);
            assertThat(last.log().opening().end()).isIn(End.WHOLE, End.TORN_TAIL);
            assertThat(last.replayed()).isEqualTo(StoreScenario.events(read));
            last.close();
        });
    }
}
