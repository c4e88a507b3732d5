package io.github.foggara.itests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * The shipped coordinator, storage, state backend, event store and file sink under a kernel whose container dies at every named
 * {@link Point} and elsewhere, on a disk that loses what was not forced; functions throw, checkpoints fail, JobMasters die: each id is
 * published once, no attempt begins without a cause, and nothing of a checkpoint is left. {@code -Dfoggara.seeds=} asks for more seeds than
 * the build explores, {@code -Dseed=} for one of them.
 */
class CheckpointPointsTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 80);

    @TempDir(factory = InMemoryIfThere.class)
    Path root;

    /** The sinks force a thousand real files, which is not what is looked at here. */
    static final class InMemoryIfThere implements TempDirFactory {
        @Override
        public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
            Path memory = Path.of("/dev/shm");
            return Files.isWritable(memory)
                    ? Files.createTempDirectory(memory, "foggara-points")
                    : Files.createTempDirectory("foggara-points");
        }
    }

    @Test
    void eachIdIsPublishedOnceWhereverTheContainerDies() {
        Map<Point, Integer> died = new EnumMap<>(Point.class);
        int[] thrown = new int[1];
        int[] masters = new int[1];
        SimulatedRuntime.explore(SEEDS, runtime -> {
            IdStory story = new IdStory(runtime, root.resolve("" + runtime.seed()), IdBug.NONE);
            story.tell();
            story.died().forEach((point, count) -> died.merge(point, count, Integer::sum));
            thrown[0] += story.book().failures();
            masters[0] += story.book().deaths();
        });
        if (SEEDS >= 2 * Point.values().length && Long.getLong("seed") == null) {
            assertThat(died).as("points at which containers died").containsOnlyKeys(Point.values());
            assertThat(thrown[0]).as("functions that threw").isGreaterThan(SEEDS / 2);
            assertThat(masters[0]).as("JobMasters that died").isGreaterThan(SEEDS / 4);
        }
    }
}
