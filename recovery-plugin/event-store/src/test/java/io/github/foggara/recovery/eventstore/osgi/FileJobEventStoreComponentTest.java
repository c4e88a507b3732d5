package io.github.foggara.recovery.eventstore.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.testkit.event.LogLife;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileJobEventStoreComponentTest {
    private static final String INTERVAL = "job-event.store.write-buffer.flush-interval";

    @TempDir
    private Path directory;

    private int jobs;

    /** How long an event that nobody waits for stayed unwritten, which shows the options in force. */
    private Duration delay(JobEventStore store, Map<String, String> job) {
        long[] nanos = new long[1];
        JobId id = new JobId(3, ++jobs);
        SimulatedRuntime.explore(1, runtime -> {
            try {
                LogLife life = LogLife.open(runtime, store, id, 1, directory, new Configuration(job));
                long before = runtime.nanoTime();
                life.append(LogLife.event(1, false), 1);
                life.awaitDurable(1);
                nanos[0] = runtime.nanoTime() - before;
                life.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return Duration.ofMillis(Duration.ofNanos(nanos[0]).toMillis());
    }

    @Test
    void itsConfigurationGivesDefaultsForJobs() {
        FileJobEventStoreComponent component =
                new FileJobEventStoreComponent(Map.of(INTERVAL, "300 ms", "service.pid", "x"));
        assertThat(delay(component, Map.of())).isBetween(Duration.ofMillis(300), Duration.ofMillis(310));
        assertThat(delay(component, Map.of(INTERVAL, "50 ms"))).isBetween(Duration.ofMillis(50), Duration.ofMillis(60));
        component.modified(Map.of());
        assertThat(delay(component, Map.of())).isBetween(Duration.ofMillis(1000), Duration.ofMillis(1010));
    }

    @Test
    void aBadValueLeavesTheOldOnes() {
        FileJobEventStoreComponent component = new FileJobEventStoreComponent(Map.of(INTERVAL, "300 ms"));
        component.modified(Map.of(INTERVAL, "2 h"));
        assertThat(delay(component, Map.of())).isBetween(Duration.ofMillis(300), Duration.ofMillis(310));
    }

    @Test
    void itServesWholeLogs() throws IOException {
        FileJobEventStoreComponent component = new FileJobEventStoreComponent(Map.of());
        delay(component, Map.of());
        JobId job = new JobId(3, jobs);
        assertThat(component.options().options()).hasSize(2);
        assertThat(component.jobs(directory)).containsExactly(job);
        assertThat(component.setAside(job, directory)).contains(".bad-1");
        assertThat(component.jobs(directory)).isEmpty();
        String aside = directory.resolve("events").resolve(job + ".bad-1").toString();
        assertThat(component.putAside(directory)).containsExactly(aside);
        delay(component, Map.of());
        component.delete(new JobId(3, jobs), directory);
        assertThat(component.jobs(directory)).isEmpty();
        assertThat(component.putAside(directory)).containsExactly(aside);
        assertThatThrownBy(() -> component.open(job, 0, null, null)).isInstanceOf(IllegalArgumentException.class);
    }
}
