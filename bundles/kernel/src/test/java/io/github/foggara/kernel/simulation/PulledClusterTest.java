package io.github.foggara.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.testkit.disk.InMemoryIfThere;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A streaming job with an operator that asks for its records and keeps them in segments. Whatever fails, dies or is late, wherever: what is
 * published is every record once. As {@link CheckpointedClusterTest}.
 */
class PulledClusterTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 40);

    @TempDir(factory = InMemoryIfThere.class)
    Path data;

    @Test
    void everyRecordCountsOnce() {
        AtomicInteger complete = new AtomicInteger();
        SimulatedRuntime.exploreTogether(SEEDS, runtime -> {
            SimulatedCluster cluster = new SimulatedCluster(
                    runtime,
                    data.resolve("" + runtime.seed()),
                    Chaos.streamed(runtime.seed(), Shape.PULLED),
                    Seams.SOUND);
            cluster.run();
            complete.addAndGet(cluster.witness().completeCheckpoints());
        });
        assertThat(complete.get()).as("checkpoints that completed").isGreaterThan(SEEDS);
    }
}
