package io.github.foggara.itests.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.testkit.disk.InMemoryIfThere;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.github.foggara.testkit.runtime.SimulationFailure;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The shipped coordinator, storage, state backend, event store and file sink under a kernel whose container dies at every named
 * {@link Point} and elsewhere, on a disk that loses what was not forced; functions throw, checkpoints fail, JobMasters die: each id is
 * published once, no attempt begins without a cause, and nothing of a checkpoint is left. {@code -Dfoggara.seeds=} asks for more seeds than
 * the build explores, {@code -Dseed=} for one of them.
 */
class CheckpointPointsTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 80);

    /** The sinks force a thousand real files, which is not what is looked at here. */
    @TempDir(factory = InMemoryIfThere.class)
    Path root;

    @Test
    void eachIdIsPublishedOnceWhereverTheContainerDies() {
        Map<Point, Integer> died = new EnumMap<>(Point.class);
        int[] thrown = new int[1];
        int[] masters = new int[1];
        SimulatedRuntime.exploreTogether(SEEDS, runtime -> {
            IdStory story = new IdStory(runtime, root.resolve("" + runtime.seed()), IdBug.NONE);
            story.tell();
            synchronized (died) {
                story.died().forEach((point, count) -> died.merge(point, count, Integer::sum));
                thrown[0] += story.book().failures();
                masters[0] += story.book().deaths();
            }
        });
        if (SEEDS >= 2 * Point.values().length && Long.getLong("seed") == null) {
            assertThat(died).as("points at which containers died").containsOnlyKeys(Point.values());
            assertThat(thrown[0]).as("functions that threw").isGreaterThan(SEEDS / 2);
            assertThat(masters[0]).as("JobMasters that died").isGreaterThan(SEEDS / 4);
        }
    }

    /** Each planted bug is found by its seed; with {@code -Dfoggara.planted=true} its first seed is looked for. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void itIsFound(IdBug bug) {
        if (!Boolean.getBoolean("foggara.planted")) {
            assertThatThrownBy(() -> run(bug, bug.seed())).isInstanceOf(SimulationFailure.class);
            return;
        }
        long seed = LongStream.range(0, 1000)
                .filter(one -> finds(bug, one))
                .findFirst()
                .orElse(-1);
        assertThat(seed).as("first seed that finds " + bug).isEqualTo(bug.seed());
    }

    private boolean finds(IdBug bug, long seed) {
        try {
            run(bug, seed);
            return false;
        } catch (SimulationFailure found) {
            return true;
        }
    }

    private void run(IdBug bug, long seed) {
        try (SimulatedRuntime runtime = new SimulatedRuntime(seed)) {
            runtime.run(() -> new IdStory(runtime, root.resolve(bug + "-" + seed), bug).tell());
        }
    }
}
