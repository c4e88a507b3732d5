package io.github.foggara.recovery.eventstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.testkit.disk.DiskOperation;
import io.github.foggara.testkit.event.LogLife;
import io.github.foggara.testkit.runtime.SimulationFailure;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A log is replaced by an image while it is written: whatever crashes or fails at whichever operation, nothing that was told is lost. */
class CompactionTest {
    private static final int SEEDS = 12;
    private static final int PER_LIFE = 10;
    private static final int LIVES = 3;
    /** Each n-th event is an image. */
    private static final int IMAGE_EACH = 4;
    /** More operations than the lives of one run need. */
    private static final int OPERATIONS = 400;

    private static EventRecord event(int number) {
        return number % IMAGE_EACH == 0 ? new EventRecord(99, 1, true, new byte[number]) : StoreScenario.event(number);
    }

    private static void append(LogLife life, int from, int to) {
        for (int i = from; i <= to; i++) {
            if (i % IMAGE_EACH == 0) {
                assertThat(life.compact(event(i), i)).isTrue();
            } else {
                life.append(event(i), i);
            }
        }
    }

    private static void assertFound(LogLife life, String when) {
        int before = (int) life.before();
        assertThat(before == 0 || (before + 1) % IMAGE_EACH == 0)
                .as("%s: the log begins behind %s", when, before)
                .isTrue();
        List<EventRecord> found = life.replayed();
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i)).as(when).isEqualTo(event(before + i + 1));
        }
    }

    @Test
    void nothingToldDurableIsLostWhereverTheDiskCrashes() {
        StoreScenario.explore(SEEDS, scenario -> everyCrash(scenario, scenario.store));
    }

    /** What the disk is asked in vain by a store with a bug. */
    enum Flaw {
        RENAMED_BEFORE_IT_IS_FORCED {
            @Override
            boolean skips(String operation, Object[] given) {
                return operation.equals("force") && given[0].toString().endsWith(".new");
            }
        },
        DELETED_BEFORE_THE_NAME_IS_SYNCED {
            private boolean renamed;

            @Override
            boolean skips(String operation, Object[] given) {
                renamed |= operation.equals("rename");
                boolean skipped = renamed && operation.equals("syncDirectory");
                renamed &= !operation.equals("delete");
                return skipped;
            }
        };

        abstract boolean skips(String operation, Object[] given);
    }

    @ParameterizedTest
    @EnumSource(Flaw.class)
    void aStoreThatDoesNotWaitForTheDiskIsFoundOut(Flaw flaw) {
        assertThatThrownBy(() -> StoreScenario.explore(SEEDS, scenario -> {
                    LogDisk disk = scenario.disk.as(LogDisk.class);
                    LogDisk flawed = (LogDisk) Proxy.newProxyInstance(
                            LogDisk.class.getClassLoader(), new Class<?>[] {LogDisk.class}, (proxy, method, given) -> {
                                if (flaw.skips(method.getName(), given)) {
                                    return null;
                                }
                                try {
                                    return method.invoke(disk, given);
                                } catch (InvocationTargetException e) {
                                    throw e.getCause();
                                }
                            });
                    everyCrash(scenario, new FileJobEventStore(flawed));
                }))
                .isInstanceOf(SimulationFailure.class);
    }

    private static void everyCrash(StoreScenario scenario, FileJobEventStore store) throws IOException {
        boolean reached = true;
        for (int operation = 1; reached; operation++) {
            reached = crashAt(scenario, store, operation);
            store.delete(StoreScenario.JOB, StoreScenario.DIRECTORY);
            assertThat(operation).isLessThan(OPERATIONS);
        }
    }

    /** Returns whether the lives needed so many operations. */
    private static boolean crashAt(StoreScenario scenario, FileJobEventStore store, int operation) throws IOException {
        scenario.disk.crashAt(operation);
        long durable = 0;
        for (int epoch = 1; epoch <= LIVES && !scenario.disk.down(); epoch++) {
            LogLife life = openOrNull(scenario, store, epoch);
            if (life != null) {
                assertFound(life, "life " + epoch);
                int held = (int) life.log().opening().last();
                append(life, held + 1, held + PER_LIFE);
                scenario.runtime.await(
                        "an end of the life", () -> life.durable() >= held + PER_LIFE || scenario.disk.down());
                durable = Math.max(durable, life.durable());
                if (epoch % 2 == 0 || scenario.disk.down()) {
                    life.close();
                    life.check();
                }
            }
        }
        boolean reached = scenario.disk.down();
        scenario.disk.crash();
        String when = "crash at " + operation;
        LogLife after = scenario.open(store, LIVES + 1);
        assertFound(after, when);
        int found = (int) after.log().opening().last();
        assertThat(found).as(when).isGreaterThanOrEqualTo((int) durable);
        assertThat(after.log().opening().end()).as(when).isIn(End.EMPTY, End.WHOLE, End.TORN_TAIL);
        append(after, found + 1, found + PER_LIFE);
        after.close();
        LogLife last = scenario.open(store, LIVES + 2);
        assertFound(last, when);
        assertThat(last.log().opening().last()).as(when).isEqualTo(found + PER_LIFE);
        last.close();
        return reached;
    }

    private static LogLife openOrNull(StoreScenario scenario, FileJobEventStore store, int epoch) throws IOException {
        try {
            return scenario.open(store, epoch);
        } catch (IOException e) {
            if (scenario.disk.down()) {
                return null;
            }
            throw e;
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = DiskOperation.class,
            names = {"CREATE", "APPEND", "FORCE", "RENAME", "SYNC_DIRECTORY", "DELETE", "LIST"})
    void aDiskThatFailsForAWhileLosesNothing(DiskOperation operation) {
        StoreScenario.explore(SEEDS, scenario -> {
            LogLife life = scenario.open(1);
            append(life, 1, IMAGE_EACH - 1);
            life.awaitDurable(IMAGE_EACH - 1);
            scenario.disk.fail(operation);
            append(life, IMAGE_EACH, IMAGE_EACH + 2);
            pause(scenario, Duration.ofMillis(100 + scenario.runtime.seed() * 20));
            scenario.disk.heal();
            append(life, IMAGE_EACH + 3, IMAGE_EACH + 3);
            life.awaitDurable(IMAGE_EACH + 3);
            if (scenario.runtime.seed() % 2 == 0) {
                life.close();
            } else {
                scenario.disk.crash();
            }
            LogLife next = scenario.open(2);
            assertFound(next, "" + operation);
            assertThat(next.log().opening().last()).isEqualTo(IMAGE_EACH + 3);
            append(next, 2 * IMAGE_EACH, 2 * IMAGE_EACH + 1);
            next.close();
            LogLife last = scenario.open(3);
            assertThat(last.replayed()).containsExactly(event(2 * IMAGE_EACH), event(2 * IMAGE_EACH + 1));
            last.close();
            assertThat(scenario.disk.list(StoreScenario.FOLDER))
                    .as("an unfinished file")
                    .noneMatch(n -> n.endsWith(".new"));
        });
    }

    private static void pause(StoreScenario scenario, Duration time) {
        long until = scenario.runtime.nanoTime() + time.toNanos();
        scenario.runtime.await("a while", () -> scenario.runtime.nanoTime() >= until);
    }

    @Test
    void anOlderWriterDeletesNothingThatANewerOneNeeds() {
        StoreScenario.explore(300, scenario -> {
            LogLife older = scenario.open(1);
            append(older, 1, 3 * IMAGE_EACH);
            for (long i = scenario.runtime.seed() % 60; i > 0; i--) {
                scenario.runtime.yieldPoint();
            }
            LogLife newer = scenario.open(2);
            assertFound(newer, "newer");
            int last = (int) newer.log().opening().last();
            assertThat(last).isGreaterThanOrEqualTo((int) older.durable());
            append(newer, last + 1, last + 1);
            newer.awaitDurable(last + 1);
            older.close();
            newer.close();
            LogLife after = scenario.open(3);
            assertFound(after, "after");
            assertThat(after.log().opening().last()).isEqualTo(last + 1);
            after.close();
        });
    }

    @Test
    void aLogWithoutImagesIsReadAndCompactedLater() {
        StoreScenario.explore(SEEDS, scenario -> {
            for (int epoch = 1; epoch <= 3; epoch++) {
                LogLife old = scenario.open(epoch);
                StoreScenario.append(old, 5 * epoch - 4, 5 * epoch);
                old.close();
            }
            LogLife life = scenario.open(4);
            assertThat(life.replayed()).isEqualTo(StoreScenario.events(15));
            append(life, 16, 17);
            life.close();
            List<String> files = scenario.disk.list(StoreScenario.FOLDER).stream()
                    .filter(name -> LogFileName.parse(name).isPresent())
                    .toList();
            assertThat(files)
                    .containsExactlyInAnyOrder(new LogFileName(4, 1).toString(), new LogFileName(4, 2).toString());
            LogLife next = scenario.open(5);
            assertThat(next.replayed()).isEqualTo(List.of(event(16), event(17)));
            next.close();
        });
    }

    /** Three small events for each of a hundred thousand checkpoints, as a streaming job writes them, and an image now and then. */
    @Test
    void aLongRunLeavesASmallLog() {
        StoreScenario.explore(1, scenario -> {
            LogLife life = scenario.open(1);
            long position = 0;
            long largest = 0;
            for (int checkpoint = 0; checkpoint < 100_000; checkpoint++) {
                for (int i = 0; i < 3; i++) {
                    life.append(new EventRecord(20 + i, 1, false, new byte[45]), ++position);
                }
                if (position % 10_000 < 3) {
                    assertThat(life.compact(new EventRecord(13, 1, true, new byte[2_000]), ++position))
                            .isTrue();
                    life.awaitDurable(position);
                    largest = Math.max(largest, bytes(scenario));
                }
            }
            life.close();
            assertThat(bytes(scenario)).isLessThan(1 << 20);
            assertThat(largest).isLessThan(1 << 20);
            LogLife next = scenario.open(2);
            assertThat(next.log().opening().last()).isEqualTo(position);
            assertThat(next.replayed()).hasSizeLessThan(10_010);
            next.close();
        });
    }

    private static long bytes(StoreScenario scenario) throws IOException {
        long bytes = 0;
        for (String name : scenario.disk.list(StoreScenario.FOLDER)) {
            bytes += scenario.disk.size(StoreScenario.FOLDER.resolve(name));
        }
        return bytes;
    }
}
