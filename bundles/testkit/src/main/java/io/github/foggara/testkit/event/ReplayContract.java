package io.github.foggara.testkit.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.api.event.JobEventLog.Opening;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is appended comes back: all of it after closing, and what was told durable without. */
abstract class ReplayContract extends EventStoreFixture {
    private static final int LARGE = 3 << 20;
    private static final int FLOOD = 70_000;
    private static final int FLOOD_SEEDS = 6;

    @Test
    void aLogThatWasNeverOpenedIsEmpty() {
        explore(FEW, () -> {
            LogLife life = open(1);
            life.close();
            assertThat(life.log().opening()).isEqualTo(new Opening(End.EMPTY, 0, ""));
            assertHolds(2, List.of());
        });
    }

    @Test
    void eventsComeBackAsTheyWereAndInOrder() {
        explore(FEW, () -> {
            LogLife first = open(1);
            List<EventRecord> appended = new ArrayList<>();
            for (int i = 1; i <= 50; i++) {
                appended.add(LogLife.event(i, i % 3 == 0));
                first.append(appended.get(i - 1), i);
            }
            first.close();
            LogLife second = open(2);
            second.close();
            assertThat(second.replayed()).isEqualTo(appended);
            assertThat(second.log().opening()).isEqualTo(new Opening(End.WHOLE, 50, ""));
        });
    }

    @Test
    void positionsGoOnInTheNextEpoch() {
        explore(FEW, () -> {
            for (int epoch = 1; epoch <= 5; epoch++) {
                LogLife life = open(3 * epoch);
                assertThat(life.replayed()).isEqualTo(events(1, 10 * (epoch - 1), true));
                life.appendAll(10 * epoch - 9, 10 * epoch, true);
                life.close();
            }
            assertHolds(100, events(1, 50, true));
        });
    }

    @Test
    void aDurableEventIsToldDurableWithThoseBeforeIt() {
        explore(FEW, () -> {
            LogLife life = open(1);
            life.appendAll(1, 3, false);
            life.append(LogLife.event(4, true), 4);
            life.awaitDurable(4);
            life.append(LogLife.event(5, true), 5);
            life.awaitDurable(5);
            life.close();
        });
    }

    @Test
    void anEventThatNobodyWaitsForIsToldDurableInTheEnd() {
        explore(FEW, () -> {
            LogLife life = open(1);
            life.appendAll(1, 3, false);
            life.awaitDurable(3);
            life.close();
            assertHolds(2, events(1, 3, false));
        });
    }

    @Test
    void whatWasToldDurableSurvivesAWriterThatNeverCloses() {
        explore(MANY, () -> {
            LogLife first = open(1);
            first.appendAll(1, 20, false);
            first.appendAll(21, 40, true);
            int wanted = (int) (runtime.seed() % 41);
            first.awaitDurable(wanted);
            long told = first.durable();
            LogLife second = open(2);
            second.close();
            List<EventRecord> all = new ArrayList<>(events(1, 20, false));
            all.addAll(events(21, 40, true));
            assertThat(second.replayed()).hasSizeGreaterThanOrEqualTo((int) told);
            assertThat(second.replayed())
                    .isEqualTo(all.subList(0, second.replayed().size()));
        });
    }

    @Test
    void closingWritesWhatIsQueued() {
        explore(MANY, () -> {
            LogLife life = open(1);
            life.appendAll(1, 100, false);
            life.close();
            life.close();
            assertHolds(2, events(1, 100, false));
        });
    }

    @Test
    void afterClosingNothingIsToldOrTaken() {
        explore(MANY, () -> {
            LogLife life = open(1);
            life.appendAll(1, 10, true);
            life.close();
            assertThatThrownBy(() -> life.log().append(LogLife.event(11, true)))
                    .isInstanceOf(IllegalStateException.class);
            long later = runtime.nanoTime() + Duration.ofMinutes(1).toNanos();
            runtime.await("whatever comes late", () -> runtime.nanoTime() > later);
            assertHolds(2, events(1, 10, true));
        });
    }

    @Test
    void payloadsMayBeEmptyOrLarge() {
        explore(FEW, () -> {
            LogLife life = open(1);
            byte[] large = new byte[LARGE];
            for (int i = 0; i < LARGE; i += 1_000) {
                large[i] = (byte) (i / 1_000);
            }
            List<EventRecord> events = List.of(
                    new EventRecord(EventRecord.MAX_TYPE, 0xFFFF, true, new byte[0]),
                    new EventRecord(1, 1, false, large),
                    new EventRecord(2, 1, false, new byte[0]));
            for (int i = 0; i < events.size(); i++) {
                life.append(events.get(i), i + 1);
            }
            life.close();
            assertHolds(2, events);
        });
    }

    @Test
    void aFullQueueDrainsAndDropsNothing() {
        explore(FLOOD_SEEDS, () -> {
            LogLife life = open(1);
            int count = 0;
            while (count < FLOOD && !life.log().full()) {
                life.append(LogLife.event(++count, false), count);
            }
            if (count < FLOOD) {
                runtime.await("room in the queue", () -> life.drainedCount() > 0);
            }
            life.append(LogLife.event(count + 1, true), count + 1);
            life.awaitDurable(count + 1);
            life.close();
            LogLife next = open(2);
            next.close();
            assertThat(next.replayed()).hasSize(count + 1);
            assertThat(next.replayed().subList(0, count)).isEqualTo(events(1, count, false));
        });
    }
}
