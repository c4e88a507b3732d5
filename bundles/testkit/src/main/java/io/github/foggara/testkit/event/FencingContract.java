package io.github.foggara.testkit.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** One writer at a time: the one of the highest epoch. */
abstract class FencingContract extends ReplayContract {
    @Test
    void anEpochThatWasThereIsRefusedAndDisturbsNothing() {
        explore(FEW, () -> {
            LogLife life = open(5);
            life.appendAll(1, 3, true);
            assertThatThrownBy(() -> open(5)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> open(4)).isInstanceOf(IllegalStateException.class);
            life.appendAll(4, 6, true);
            life.awaitDurable(6);
            life.close();
            assertThatThrownBy(() -> open(5)).isInstanceOf(IllegalStateException.class);
            assertHolds(6, events(1, 6, true));
        });
    }

    @Test
    void anOlderWriterIsToldAndWhatItAppendsHasNoEffect() {
        explore(FEW, () -> {
            LogLife older = open(1);
            older.appendAll(1, 3, true);
            older.awaitDurable(3);
            LogLife newer = open(2);
            older.appendAll(4, 9, true);
            older.awaitFenced();
            older.append(LogLife.event(10, true), 10);
            assertThat(older.durable()).isEqualTo(3);
            EventRecord other = LogLife.event(77, true);
            newer.append(other, 4);
            newer.awaitDurable(4);
            older.close();
            newer.close();
            List<EventRecord> expected = new ArrayList<>(events(1, 3, true));
            expected.add(other);
            assertThat(newer.fenced()).isEmpty();
            assertHolds(3, expected);
        });
    }

    @Test
    void whatAnOlderWriterToldDurableIsSeenByTheNewer() {
        explore(MANY, () -> {
            LogLife older = open(1);
            AtomicBoolean ended = new AtomicBoolean();
            Thread appender = runtime.newThread("older", null, () -> {
                for (int i = 1; i <= 200 && older.fenced().isEmpty(); i++) {
                    older.append(LogLife.event(i, i % 4 == 0), i);
                    runtime.yieldPoint();
                }
                ended.set(true);
            });
            appender.start();
            older.awaitDurable(1 + runtime.seed() % 50);
            LogLife newer = open(2);
            runtime.await("the older one to end", ended::get);
            older.close();
            newer.close();
            List<EventRecord> appended = new ArrayList<>();
            for (int i = 1; i <= newer.replayed().size(); i++) {
                appended.add(LogLife.event(i, i % 4 == 0));
            }
            assertThat(newer.replayed()).isEqualTo(appended);
            assertThat(older.durable()).isLessThanOrEqualTo(newer.replayed().size());
        });
    }

    @Test
    void whatAReplayThrowsIsThrownOnAndTheLogIsNotOpened() {
        explore(FEW, () -> {
            LogLife first = open(1);
            first.appendAll(1, 5, true);
            first.close();
            IOException stop = new IOException("cannot be decoded");
            LogLife listener = open(anotherJob(), 1);
            EventLogContext context = new EventLogContext(directory(), configuration(), runtime, listener);
            assertThatThrownBy(() -> store.open(job, 2, context, (position, event) -> {
                        if (position == 3) {
                            throw stop;
                        }
                    }))
                    .isSameAs(stop);
            assertHolds(3, events(1, 5, true));
            listener.close();
        });
    }
}
