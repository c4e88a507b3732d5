package io.github.foggara.testkit.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.api.event.JobEventLog.Opening;
import io.github.foggara.testkit.runtime.SimulatedProcess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * A log that forgets what an image says: what comes behind the image is there and in order, and at each moment either the image is found or
 * everything it stands for. A store that cannot has nothing to show.
 */
abstract class CompactionContract extends FencingContract {
    private static final int KILLS = 30;
    /** Seeds of a scenario that forces a disk often. */
    private static final int SOME = 20;
    /** Each n-th event of {@link #write} is an image. */
    private static final int IMAGE_EACH = 7;

    private static final int IMAGE_TYPE = 99;

    private static EventRecord image(int number) {
        return new EventRecord(IMAGE_TYPE, 1, true, new byte[number]);
    }

    @Test
    void aCompactedLogBeginsWithItsImage() {
        explore(SOME, () -> {
            LogLife first = open(1);
            first.appendAll(1, 20, true);
            if (first.compact(image(21), 21)) {
                first.appendAll(22, 30, false);
                first.close();
                LogLife second = open(2);
                assertThat(second.log().opening()).isEqualTo(new Opening(End.WHOLE, 30, ""));
                assertFound(second, 20, 30);
                second.appendAll(31, 33, true);
                second.awaitDurable(33);
                second.close();
                assertFound(reopened(3), 20, 33);
            }
        });
    }

    @Test
    void theNewestImageCounts() {
        explore(FEW, () -> {
            int last = 0;
            for (int epoch = 1; epoch <= 8; epoch += 2) {
                LogLife life = open(epoch);
                for (int round = 0; round < 3; round++) {
                    life.appendAll(last + 1, last + 4, round % 2 == 0);
                    if (!life.compact(image(last + 5), last + 5)) {
                        life.close();
                        return;
                    }
                    last += 5;
                }
                life.awaitDurable(last);
                life.append(LogLife.event(last + 1, false), last + 1);
                last++;
                life.close();
                assertFound(reopened(epoch + 1), last - 2, last);
            }
        });
    }

    @Test
    void anImageMayBeAllThereIsAndLarge() {
        explore(FEW, () -> {
            LogLife life = open(1);
            boolean can = life.compact(image(3 << 20), 1);
            life.close();
            LogLife next = reopened(2);
            assertThat(next.replayed()).isEqualTo(can ? List.of(image(3 << 20)) : List.of());
            assertThat(next.log().opening().last()).isEqualTo(can ? 1 : 0);
        });
    }

    @Test
    void anImageIsToldDurableAsAnEvent() {
        explore(SOME, () -> {
            LogLife life = open(1);
            life.appendAll(1, 3, false);
            if (life.compact(image(4), 4)) {
                life.awaitDurable(4);
                life.append(LogLife.event(5, false), 5);
                life.awaitDurable(5);
            }
            life.close();
        });
    }

    @Test
    void aClosedLogIsNotCompacted() {
        explore(FEW, () -> {
            LogLife life = open(1);
            life.append(LogLife.event(1, true), 1);
            boolean can = life.compact(image(2), 2);
            life.close();
            if (can) {
                assertThatThrownBy(() -> life.log().compact(image(3))).isInstanceOf(IllegalStateException.class);
            }
        });
    }

    @Test
    void whereverTheWriterIsKilledNothingThatWasToldIsLost() {
        explore(FEW, () -> {
            for (int turns = 1; turns <= KILLS; turns++) {
                job = anotherJob();
                SimulatedProcess process = runtime.process("killed after " + turns);
                LogLife life = LogLife.open(runtime, process, store, job, 1, directory(), configuration());
                process.newThread("appender", null, () -> write(process, life)).start();
                for (int i = 0; i < turns; i++) {
                    runtime.yieldPoint();
                }
                process.kill();
                long told = life.durable();
                LogLife next = reopened(2);
                assertThat(next.log().opening().last()).isGreaterThanOrEqualTo(told);
                assertFound(next);
            }
        });
    }

    private static void write(SimulatedProcess process, LogLife life) {
        for (int i = 1; i <= 30; i++) {
            put(life, i);
            process.yieldPoint();
        }
    }

    /** An event or an image, or an event in place of one. */
    private static void put(LogLife life, int number) {
        if (number % IMAGE_EACH != 0 || !life.compact(image(number), number)) {
            life.append(LogLife.event(number, number % 4 == 0), number);
        }
    }

    @Test
    void anOlderWriterTakesNothingFromANewerOne() {
        explore(SOME, () -> {
            LogLife older = open(1);
            Thread appender = runtime.newThread("older", null, () -> {
                for (int i = 1; i <= 60 && older.fenced().isEmpty(); i++) {
                    put(older, i);
                    runtime.yieldPoint();
                }
            });
            appender.start();
            older.awaitDurable(1 + runtime.seed() % 30);
            LogLife newer = open(2);
            assertFound(newer);
            assertThat(newer.log().opening().last()).isGreaterThanOrEqualTo(older.durable());
            int last = (int) newer.log().opening().last();
            newer.append(LogLife.event(last + 1, true), last + 1);
            newer.awaitDurable(last + 1);
            older.close();
            newer.close();
            List<EventRecord> expected = new ArrayList<>(newer.replayed());
            expected.add(LogLife.event(last + 1, true));
            assertThat(reopened(3).replayed()).isEqualTo(expected);
        });
    }

    private LogLife reopened(long epoch) throws IOException {
        LogLife life = open(epoch);
        life.close();
        return life;
    }

    /** That it begins with the image behind the first {@code before} events, and holds all that follow. */
    private static void assertFound(LogLife life, int before, int last) {
        assertThat(life.before()).isEqualTo(before);
        assertThat(life.replayed()).hasSize(last - before);
        assertFound(life);
    }

    /** That every event is what {@link #put} made of its number, and that the first is the first of all, or an image. */
    private static void assertFound(LogLife life) {
        List<EventRecord> found = life.replayed();
        for (int i = 0; i < found.size(); i++) {
            int number = (int) life.before() + i + 1;
            EventRecord event = found.get(i);
            boolean begins = i == 0 && life.before() > 0;
            if (begins || event.type() == IMAGE_TYPE) {
                assertThat(event).as("image " + number).isEqualTo(image(number));
            } else {
                assertThat(event.payload())
                        .isEqualTo(LogLife.event(number, true).payload());
            }
        }
    }
}
