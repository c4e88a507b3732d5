package io.github.foggara.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.testkit.disk.InMemoryIfThere;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever fails, dies, is late or is exchanged: the job ends as it should, and on the way nothing happens that must never. A failure
 * names its seed, {@code -Dseed=} repeats it; {@code -Dfoggara.seeds=} asks for more than the build explores.
 */
class SimulatedClusterTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 300);

    @TempDir(factory = InMemoryIfThere.class)
    Path data;

    @Test
    void theJobEndsAsItShould() {
        SimulatedRuntime.exploreTogether(
                SEEDS,
                runtime -> new SimulatedCluster(
                                runtime, data.resolve("" + runtime.seed()), Chaos.of(runtime.seed()), Seams.SOUND)
                        .run());
    }

    @Test
    void oneSeedIsOneRun() {
        for (long seed = 0; seed < 5; seed++) {
            Set<Long> runs = new HashSet<>();
            for (int i = 0; i < 3; i++) {
                try (SimulatedRuntime runtime = new SimulatedRuntime(seed)) {
                    Path directory = data.resolve(seed + "-" + i);
                    runtime.run(() ->
                            new SimulatedCluster(runtime, directory, Chaos.of(runtime.seed()), Seams.SOUND).run());
                    runs.add(runtime.traceHash());
                }
            }
            assertThat(runs).as("seed " + seed).hasSize(1);
        }
    }
}
