package io.github.foggara.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.github.foggara.testkit.runtime.SimulationFailure;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** As {@link PlantedBugsTest}, for bugs about checkpoints. */
class CheckpointBugsTest {
    private static final int LIMIT = 1000;
    private static final boolean SEARCH = Boolean.getBoolean("foggara.planted");

    @TempDir
    Path data;

    @ParameterizedTest
    @EnumSource
    void itIsFound(CheckpointBug bug) {
        if (!SEARCH) {
            run(Seams.SOUND, "sound", bug.seed());
            assertThatThrownBy(() -> run(bug, bug.name(), bug.seed())).isInstanceOf(SimulationFailure.class);
            return;
        }
        assertThat(firstSeed(bug)).as("first seed that finds " + bug).isEqualTo(bug.seed());
    }

    private long firstSeed(CheckpointBug bug) {
        for (long seed = 0; seed < LIMIT; seed++) {
            try {
                run(bug, bug.name(), seed);
            } catch (SimulationFailure found) {
                return seed;
            }
        }
        return -1;
    }

    private void run(Seams seams, String name, long seed) {
        try (SimulatedRuntime runtime = new SimulatedRuntime(seed)) {
            Path directory = data.resolve(name + "-" + seed);
            runtime.run(() -> new SimulatedCluster(runtime, directory, Chaos.streamed(seed), seams).run());
        }
    }
}
