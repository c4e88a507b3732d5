package io.github.foggara.shuffle.local.osgi;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.testkit.runtime.ManualRuntime;
import io.github.foggara.testkit.shuffle.Bell;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalShuffleComponentTest {
    /** Room of a channel in records, which shows the limits in force. */
    private static int room(LocalShuffleComponent component, Map<String, String> job) {
        ShuffleContext context = new ShuffleContext(new Configuration(job), new ManualRuntime());
        try (ShuffleEnvironment environment = component.createEnvironment(context)) {
            ResultPartitionId id = new ResultPartitionId(new ExecutionAttemptId(new JobId(1, 2), 0, 0, 0), 0);
            ResultPartition partition = environment.createPartition(new PartitionDescriptor(id, 1), () -> null, new Bell());
            int count = 0;
            while (partition.hasRoom()) {
                partition.append(0, count++, 1);
            }
            return count;
        }
    }

    @Test
    void itsConfigurationGivesDefaultsForJobs() {
        LocalShuffleComponent component = new LocalShuffleComponent(
                Map.of("shuffle.local.batch-records", 4, "shuffle.local.queue-batches", "3", "service.pid", "x"));
        assertThat(room(component, Map.of())).isEqualTo(12);
        assertThat(room(component, Map.of("shuffle.local.batch-records", "2"))).isEqualTo(6);
        component.modified(Map.of("shuffle.local.batch-records", "5", "shuffle.local.queue-batches", "2"));
        assertThat(room(component, Map.of())).isEqualTo(10);
    }

    @Test
    void aBadValueLeavesTheOldOnes() {
        LocalShuffleComponent component = new LocalShuffleComponent(
                Map.of("shuffle.local.batch-records", "4", "shuffle.local.queue-batches", "3"));
        component.modified(Map.of("shuffle.local.batch-records", "0", "shuffle.local.queue-batches", "2"));
        assertThat(room(component, Map.of())).isEqualTo(12);
        component.modified(Map.of());
        assertThat(room(component, Map.of())).isGreaterThan(1_000);
    }
}
