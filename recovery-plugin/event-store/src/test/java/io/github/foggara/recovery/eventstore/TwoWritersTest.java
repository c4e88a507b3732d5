package io.github.foggara.recovery.eventstore;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.testkit.event.LogLife;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** A second JobMaster opens the log while the first one writes, on a disk where each operation takes its own time. */
class TwoWritersTest {
    private static final int SEEDS = 400;
    private static final int EVENTS = 60;
    private static final Duration OPERATION = Duration.ofMillis(5);

    @Test
    void whateverTheFirstTellsDurableIsReadByTheSecond() {
        StoreScenario.explore(SEEDS, scenario -> {
            LogLife older = scenario.open(1);
            scenario.disk.delayUpTo(OPERATION);
            AtomicBoolean ended = new AtomicBoolean();
            scenario.runtime
                    .newThread("older", null, () -> {
                        appendOneByOne(scenario, older);
                        ended.set(true);
                    })
                    .start();
            older.awaitDurable(1 + scenario.runtime.seed() % 20);
            LogLife newer = scenario.open(2);
            int read = newer.replayed().size();
            assertThat(newer.replayed()).isEqualTo(StoreScenario.events(read));
            StoreScenario.append(newer, read + 1, read + 3);
            scenario.runtime.await("the older one to end", ended::get);
            assertThat(older.durable()).isLessThanOrEqualTo(read);
            older.close();
            newer.close();
            older.check();
            newer.check();
            assertHolds(scenario, read + 3);
        });
    }

    /** Each is appended when the one before is durable, until the writer is fenced. */
    private static void appendOneByOne(StoreScenario scenario, LogLife life) {
        for (int i = 1; i <= EVENTS && life.fenced().isEmpty(); i++) {
            int number = i;
            life.append(StoreScenario.event(i), i);
            if (StoreScenario.event(i).durable()) {
                scenario.runtime.await(
                        "the event",
                        () -> life.durable() >= number || !life.fenced().isEmpty());
            }
        }
    }

    private static void assertHolds(StoreScenario scenario, int events) throws IOException {
        LogLife last = scenario.open(3);
        assertThat(last.replayed()).isEqualTo(StoreScenario.events(events));
        last.close();
    }
}
