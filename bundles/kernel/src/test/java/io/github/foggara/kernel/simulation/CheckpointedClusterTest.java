package io.github.foggara.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.testkit.disk.InMemoryIfThere;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A streaming job with splits, keyed state and a sink that publishes by checkpoints. Whatever fails, dies or is late, wherever: what is
 * published is every count of every key once. As {@link SimulatedClusterTest}.
 */
class CheckpointedClusterTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 200);

    @TempDir(factory = InMemoryIfThere.class)
    Path data;

    @Test
    void everyRecordCountsOnce() {
        AtomicInteger complete = new AtomicInteger();
        AtomicInteger compactions = new AtomicInteger();
        SimulatedRuntime.exploreTogether(SEEDS, runtime -> {
            SimulatedCluster cluster = new SimulatedCluster(
                    runtime, data.resolve("" + runtime.seed()), Chaos.streamed(runtime.seed()), Seams.SOUND);
            cluster.run();
            complete.addAndGet(cluster.witness().completeCheckpoints());
            compactions.addAndGet(cluster.witness().compactions());
        });
        assertThat(complete.get()).as("checkpoints that completed").isGreaterThan(SEEDS);
        assertThat(compactions.get()).as("compactions of a log").isGreaterThan(SEEDS);
    }
}
