package io.github.foggara.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.testkit.disk.InMemoryIfThere;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.github.foggara.testkit.runtime.SimulationFailure;
import java.nio.file.Path;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each planted bug is found by its seed; with {@code -Dfoggara.planted=true} the first seed of 1,000 that finds it is looked for. A bug
 * that is not found shows that the simulation does not look at something.
 */
class PlantedBugsTest {
    private static final int LIMIT = 1000;
    private static final boolean SEARCH = Boolean.getBoolean("foggara.planted");

    @TempDir(factory = InMemoryIfThere.class)
    Path data;

    /** A bug and the simulation that must find it. */
    private record Planted(String name, Seams bug, long seed, LongFunction<Chaos> chaos) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Planted> bugs() {
        return Stream.concat(
                Stream.of(PlantedBug.values()).map(bug -> new Planted(bug.name(), bug, bug.seed(), Chaos::of)),
                Stream.of(CheckpointBug.values())
                        .map(bug -> new Planted(bug.name(), bug, bug.seed(), Chaos::streamed)));
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void itIsFound(Planted planted) {
        if (!SEARCH) {
            run(Seams.SOUND, "sound", planted.seed(), planted.chaos());
            assertThatThrownBy(() -> run(planted.bug(), "bug", planted.seed(), planted.chaos()))
                    .isInstanceOf(SimulationFailure.class);
            return;
        }
        assertThat(firstSeed(planted)).as("first seed that finds " + planted).isEqualTo(planted.seed());
    }

    @Test
    void thereAreEnough() {
        assertThat(bugs()).hasSizeGreaterThanOrEqualTo(20);
    }

    private long firstSeed(Planted planted) {
        for (long seed = 0; seed < LIMIT; seed++) {
            try {
                run(planted.bug(), planted.name(), seed, planted.chaos());
            } catch (SimulationFailure found) {
                return seed;
            }
        }
        return -1;
    }

    private void run(Seams seams, String name, long seed, LongFunction<Chaos> chaos) {
        try (SimulatedRuntime runtime = new SimulatedRuntime(seed)) {
            Path directory = data.resolve(name + "-" + seed);
            runtime.run(() -> new SimulatedCluster(runtime, directory, chaos.apply(seed), seams).run());
        }
    }
}
