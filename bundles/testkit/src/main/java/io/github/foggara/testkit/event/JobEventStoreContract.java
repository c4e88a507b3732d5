package io.github.foggara.testkit.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.event.JobEventLog.End;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Everything a {@code JobEventStore} promises; the parts are in the superclasses, here is what concerns whole logs. Damage is each
 * format's own affair. A plugin's suite:
 *
 * <pre>{@code
 * class FileJobEventStoreTest extends JobEventStoreContract {
 *     protected JobEventStore store(SimulatedRuntime simulation) { return new FileJobEventStore(); }
 *     protected Path directory() { return temporary; }
 * }
 * }</pre>
 */
public abstract class JobEventStoreContract extends CompactionContract {
    @Test
    void whatIsPutAsideIsNotReadAgain() {
        explore(FEW, () -> {
            for (int round = 1; round <= 3; round++) {
                LogLife life = open(round);
                assertThat(life.log().opening().end()).isEqualTo(End.EMPTY);
                life.appendAll(1, 4, true);
                life.close();
                assertThat(store.setAside(job, directory())).contains(job.toString());
                assertThat(store.jobs(directory())).doesNotContain(job);
                assertThat(aside()).hasSize(round);
            }
            assertHolds(9, List.of());
        });
    }

    @Test
    void whatIsDeletedIsForgotten() {
        explore(FEW, () -> {
            store.delete(job, directory());
            LogLife life = open(1);
            life.appendAll(1, 4, true);
            life.close();
            store.setAside(job, directory());
            LogLife again = open(2);
            again.appendAll(1, 4, true);
            again.close();
            assertThat(store.jobs(directory())).containsOnlyOnce(job);
            store.delete(job, directory());
            store.delete(job, directory());
            assertThat(store.jobs(directory())).doesNotContain(job);
            assertThat(aside()).as("stays until an operator deletes it").hasSize(1);
            assertHolds(3, List.of());
        });
    }

    private List<String> aside() throws IOException {
        return store.putAside(directory()).stream()
                .filter(words -> words.contains(job.toString()))
                .toList();
    }

    @Test
    void logsOfDifferentJobsAreApart() {
        explore(FEW, () -> {
            JobId other = anotherJob();
            LogLife one = open(job, 1);
            LogLife two = open(other, 1);
            one.appendAll(1, 9, true);
            two.appendAll(1, 5, false);
            one.close();
            two.close();
            assertThat(store.jobs(directory())).contains(job, other);
            assertHolds(2, events(1, 9, true));
            store.delete(job, directory());
            job = other;
            assertHolds(2, events(1, 5, false));
        });
    }

    @Test
    void optionsHaveDistinctKeysAndTheirDefaultsAreAccepted() {
        List<String> keys = new ArrayList<>();
        try (SimulatedRuntime simulation = new SimulatedRuntime(0)) {
            for (Option<?> option : store(simulation).options().options()) {
                keys.add(option.key());
                assertThat(option.description()).as(option.key()).isNotBlank();
                assertAccepted(option);
            }
        }
        assertThat(keys).doesNotHaveDuplicates();
    }

    private static <T> void assertAccepted(Option<T> option) {
        assertThat(option.fallback() == null || option.accepts().test(option.fallback()))
                .as(option.key())
                .isTrue();
    }
}
