package io.github.foggara.recovery.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.testkit.disk.DiskOperation;
import io.github.foggara.testkit.event.LogLife;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A disk that is full, or fails, or is slow. */
class WriteFailureTest {
    private static final int SEEDS = 30;

    private static void pass(StoreScenario scenario, Duration time) {
        long until = scenario.runtime.nanoTime() + time.toNanos();
        Parker parker = scenario.runtime.newParker();
        while (scenario.runtime.nanoTime() < until) {
            parker.parkNanos(until - scenario.runtime.nanoTime());
        }
    }

    @Test
    void aDiskThatIsFullForAMomentLosesNothing() {
        for (DiskOperation operation :
                new DiskOperation[] {DiskOperation.APPEND, DiskOperation.FORCE, DiskOperation.LIST}) {
            StoreScenario.explore(SEEDS, scenario -> {
                LogLife life = scenario.open(1);
                StoreScenario.append(life, 1, 6);
                life.awaitDurable(6);
                scenario.disk.fail(operation);
                StoreScenario.append(life, 7, 20);
                pass(scenario, Duration.ofSeconds(1));
                scenario.disk.heal();
                StoreScenario.append(life, 21, 30);
                life.awaitDurable(30);
                assertThat(life.degraded()).isEqualTo(-1);
                // Power is lost: what the failed force left behind is not relied on.
                scenario.disk.crash();
                LogLife next = scenario.open(2);
                assertThat(next.replayed()).as(next.log().opening().words()).isEqualTo(StoreScenario.events(30));
                assertThat(next.log().opening().end()).isIn(End.WHOLE, End.TORN_TAIL);
                next.close();
                life.check();
            });
        }
    }

    @Test
    void aDiskThatStaysFullIsToldAndALaterEpochKnows() {
        StoreScenario.explore(SEEDS, scenario -> {
            LogLife life = scenario.open(1);
            StoreScenario.append(life, 1, 7);
            life.awaitDurable(6);
            scenario.disk.fill();
            StoreScenario.append(life, 8, 20);
            life.awaitDegraded();
            long last = life.degraded();
            assertThat(last).isBetween(6L, 8L);
            StoreScenario.append(life, 21, 25);
            pass(scenario, Duration.ofMinutes(1));
            assertThat(life.durable()).isEqualTo(last);
            assertThat(life.log().full()).isFalse();
            life.close();
            life.check();
            scenario.disk.heal();
            for (int epoch = 2; epoch <= 4; epoch++) {
                LogLife next = scenario.open(epoch);
                assertThat(next.log().opening().end()).isEqualTo(End.DAMAGED_PREFIX);
                assertThat(next.replayed()).isEqualTo(StoreScenario.events(6));
                assertThat(next.log().opening().words()).contains("up to event 6");
                if (epoch == 4) {
                    next.append(StoreScenario.event(7), 7);
                }
                next.close();
            }
            LogLife answered = scenario.open(5);
            assertThat(answered.log().opening().end()).isEqualTo(End.WHOLE);
            assertThat(answered.replayed()).isEqualTo(StoreScenario.events(7));
            answered.close();
        });
    }

    @Test
    void theTombstoneIsSetAsSoonAsItCan() {
        StoreScenario.explore(SEEDS, scenario -> {
            LogLife life = scenario.open(1);
            scenario.disk.fill();
            scenario.disk.fail(DiskOperation.RENAME);
            StoreScenario.append(life, 1, 3);
            life.awaitDegraded();
            assertThat(Tombstone.find(folder(scenario), 1)).isEmpty();
            scenario.disk.heal();
            pass(scenario, Duration.ofSeconds(10));
            assertThat(Tombstone.find(folder(scenario), 1)).hasValue(0);
            scenario.disk.crash();
            LogLife next = scenario.open(2);
            assertThat(next.log().opening().end()).isEqualTo(End.DAMAGED);
            next.close();
        });
    }

    private static LogFolder folder(StoreScenario scenario) {
        return new LogFolder(scenario.disk.as(LogDisk.class), StoreScenario.FOLDER, StoreScenario.JOB);
    }

    @Test
    void aLogThatCannotBeBegunIsNotOpenedAndNothingIsLost() {
        for (DiskOperation operation : new DiskOperation[] {
            DiskOperation.CREATE, DiskOperation.APPEND, DiskOperation.FORCE, DiskOperation.READ, DiskOperation.LIST
        }) {
            StoreScenario.explore(3, scenario -> {
                LogLife life = scenario.open(1);
                StoreScenario.append(life, 1, 9);
                life.close();
                scenario.disk.fail(operation);
                assertThatThrownBy(() -> scenario.open(2)).isInstanceOf(IOException.class);
                scenario.disk.heal();
                LogLife next = scenario.open(2);
                assertThat(next.replayed()).isEqualTo(StoreScenario.events(9));
                next.close();
            });
        }
    }

    @Test
    void aSlowDiskMakesTheQueueFullAndItDrains() {
        StoreScenario.explore(2, scenario -> {
            LogLife life = scenario.open(1);
            scenario.disk.delay(Duration.ofSeconds(2));
            int count = 0;
            while (!life.log().full()) {
                count++;
                life.append(LogLife.event(count, count == 1), count);
                assertThat(count).isLessThanOrEqualTo(EventQueue.MAX_EVENTS);
            }
            scenario.runtime.await("room in the queue", () -> life.drainedCount() > 0);
            assertThat(life.log().full()).isFalse();
            life.close();
            life.check();
            scenario.disk.delay(Duration.ZERO);
            LogLife next = scenario.open(2);
            assertThat(next.replayed()).hasSize(count);
            next.close();
        });
    }

    @Test
    void closingDoesNotWaitForADiskThatHangs() {
        StoreScenario.explore(SEEDS, scenario -> {
            LogLife life = scenario.open(1);
            scenario.disk.delay(Duration.ofHours(1));
            StoreScenario.append(life, 1, 3);
            long before = scenario.runtime.nanoTime();
            life.close();
            assertThat(scenario.runtime.nanoTime() - before)
                    .isBetween(
                            Duration.ofSeconds(10).toNanos(),
                            Duration.ofSeconds(11).toNanos());
            long durable = life.durable();
            pass(scenario, Duration.ofMinutes(30));
            assertThat(life.durable()).isEqualTo(durable);
            life.check();
        });
    }

    @Test
    void aFolderThatWasPutAsideFencesItsWriter() {
        StoreScenario.explore(SEEDS, scenario -> {
            LogLife life = scenario.open(1);
            StoreScenario.append(life, 1, 3);
            life.awaitDurable(3);
            scenario.store.setAside(StoreScenario.JOB, StoreScenario.DIRECTORY);
            StoreScenario.append(life, 4, 6);
            life.awaitFenced();
            assertThat(life.fenced()).contains("put aside");
            assertThat(life.durable()).isEqualTo(3);
            life.close();
            life.check();
        });
    }
}
