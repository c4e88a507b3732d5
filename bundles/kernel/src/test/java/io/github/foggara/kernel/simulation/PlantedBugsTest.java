package io.github.foggara.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.github.foggara.testkit.runtime.SimulationFailure;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each planted bug is found by its seed; with {@code -Dfoggara.planted=true} the first seed of 1,000 that finds it is looked for. A bug
 * that is not found shows that the simulation does not look at something.
 */
class PlantedBugsTest {
    private static final int LIMIT = 1000;
    private static final boolean SEARCH = Boolean.getBoolean("foggara.planted");

    @TempDir
    Path data;

    @ParameterizedTest
    @EnumSource
    void itIsFound(PlantedBug bug) {
        if (!SEARCH) {
            run(Seams.SOUND, "sound", bug.seed());
            assertThatThrownBy(() -> run(bug, bug.name(), bug.seed())).isInstanceOf(SimulationFailure.class);
            return;
        }
        assertThat(firstSeed(bug)).as("first seed that finds " + bug).isEqualTo(bug.seed());
    }

    @Test
    void thereAreEnough() {
        assertThat(PlantedBug.values()).hasSizeGreaterThanOrEqualTo(10);
    }

    private long firstSeed(PlantedBug bug) {
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
            runtime.run(() -> new SimulatedCluster(runtime, directory, Chaos.of(seed), seams).run());
        }
    }
}
