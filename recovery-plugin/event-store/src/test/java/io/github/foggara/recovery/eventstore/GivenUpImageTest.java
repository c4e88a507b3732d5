package io.github.foggara.recovery.eventstore;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.testkit.event.LogLife;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An image that stands on the disk and was never relied on: what it was to stand for is still found, and nobody else meets it. */
class GivenUpImageTest {
    private static final int SEEDS = 12;
    private static final String UNFINISHED = ".new";
    /** Position of the image; before it stand six events that are told durable, and one that is not. */
    private static final int IMAGE = 8;

    private static final int TOLD = 6;

    /** Called before each operation of a disk, with its first argument. */
    private interface Before {
        void operation(String name, Path file) throws IOException;
    }

    private static FileJobEventStore store(StoreScenario scenario, Before before) {
        LogDisk disk = scenario.disk.as(LogDisk.class);
        return new FileJobEventStore((LogDisk) Proxy.newProxyInstance(
                LogDisk.class.getClassLoader(), new Class<?>[] {LogDisk.class}, (proxy, method, given) -> {
                    before.operation(method.getName(), (Path) given[0]);
                    try {
                        return method.invoke(disk, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    private static LogLife compacting(StoreScenario scenario, Before before) throws IOException {
        LogLife life = scenario.open(store(scenario, before), 1);
        StoreScenario.append(life, 1, TOLD);
        life.awaitDurable(TOLD);
        life.append(StoreScenario.event(TOLD + 1), TOLD + 1);
        assertThat(life.compact(LogLife.event(IMAGE, true), IMAGE)).isTrue();
        return life;
    }

    /** Lets an image be published, and then some files be begun whose names cannot be synced; creates no more. */
    private static final class Breaking implements Before {
        private final int begun;
        private final int fails;
        private int created;
        private int synced;
        private boolean published;

        Breaking(int begun, int fails) {
            this.begun = begun;
            this.fails = fails;
        }

        @Override
        public void operation(String name, Path file) throws IOException {
            if (published && name.equals("create")) {
                created++;
                if (created > begun && created <= begun + fails) {
                    throw new IOException("no space");
                }
            } else if (published && name.equals("syncDirectory")) {
                synced++;
                if (synced > 1 && synced <= 1 + begun) {
                    throw new IOException("not synced");
                }
            }
            published |= name.equals("rename") && file.toString().endsWith(UNFINISHED);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aDiskThatBreaksBehindItTakesNothingThatWasTold(int begun) {
        StoreScenario.explore(SEEDS, scenario -> {
            LogLife life = compacting(scenario, new Breaking(begun, Integer.MAX_VALUE - begun));
            life.awaitDegraded();
            long last = life.degraded();
            assertThat(last).isBetween((long) TOLD, TOLD + 1L);
            life.close();
            life.check();
            assertThat(scenario.disk.list(StoreScenario.FOLDER))
                    .contains(new LogFileName(1, 1).toString(), new LogFileName(1, 0).toString());
            for (int epoch = 2; epoch <= 3; epoch++) {
                LogLife next = scenario.open(epoch);
                assertThat(next.log().opening().end()).isEqualTo(End.DAMAGED_PREFIX);
                assertThat(next.log().opening().words()).contains("up to event " + TOLD);
                assertThat(next.replayed()).isEqualTo(StoreScenario.events(TOLD));
                next.close();
            }
        });
    }

    @Test
    void withItsFilesLostTheLogIsDamagedAndNotAnEmptyOne() {
        StoreScenario.explore(1, scenario -> {
            LogLife life = compacting(scenario, new Breaking(0, Integer.MAX_VALUE));
            life.awaitDegraded();
            life.close();
            scenario.disk.delete(StoreScenario.file(1, 0));
            LogLife next = scenario.open(2);
            assertThat(next.log().opening().end()).isEqualTo(End.DAMAGED);
            next.close();
        });
    }

    /** It became an event behind the others, in a file whose start rots. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aDamagedStartBehindItLeavesWhatIsBefore(int begun) {
        StoreScenario.explore(SEEDS, scenario -> {
            LogLife life = compacting(scenario, new Breaking(begun, 1 - begun));
            life.awaitDurable(IMAGE);
            life.close();
            Path newest = StoreScenario.file(1, 3);
            byte[] rotten = scenario.disk.bytes(newest);
            rotten[LogFormat.HEADER_BYTES + LogFormat.PREFIX_BYTES] ^= 1;
            scenario.disk.replace(newest, rotten);
            LogLife next = scenario.open(2);
            assertThat(next.log().opening().end()).isEqualTo(End.DAMAGED_PREFIX);
            assertThat(next.replayed()).isEqualTo(StoreScenario.events(TOLD));
            next.close();
        });
    }

    @Test
    void aLogThatBeganAfreshIsNotGivenThatOfAFencedWriter() {
        StoreScenario.explore(SEEDS, scenario -> {
            LogLife older = compacting(scenario, (operation, file) -> {
                if (operation.equals("create") && file.toString().endsWith(UNFINISHED)) {
                    scenario.store.setAside(StoreScenario.JOB, StoreScenario.DIRECTORY);
                    scenario.disk.createDirectories(StoreScenario.FOLDER);
                }
            });
            older.awaitFenced();
            assertThat(older.durable()).isLessThan(IMAGE);
            older.close();
            LogLife fresh = scenario.open(3);
            assertThat(fresh.log().opening().end()).isEqualTo(End.EMPTY);
            assertThat(scenario.disk.list(StoreScenario.FOLDER)).noneMatch(name -> name.endsWith(UNFINISHED));
            fresh.close();
        });
    }

    @Test
    void whatANewerWriterHasNotFinishedIsLeftToIt() {
        StoreScenario.explore(1, scenario -> {
            for (LogFileName name : List.of(new LogFileName(1, 7), new LogFileName(2, 1), new LogFileName(3, 1))) {
                scenario.disk.replace(StoreScenario.FOLDER.resolve(name + UNFINISHED), new byte[9]);
            }
            ImageFile.clear(
                    new LogFolder(scenario.disk.as(LogDisk.class), StoreScenario.FOLDER, StoreScenario.JOB),
                    new LogFileName(2, 3));
            assertThat(scenario.disk.list(StoreScenario.FOLDER)).containsExactly(new LogFileName(3, 1) + UNFINISHED);
        });
    }
}
