package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Member;
import io.github.foggara.itests.container.PartitionInputs;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A sort that spills, in containers that are killed while it does: what it publishes is exact, and what the killed ones had spilled is removed.
 * {@code -Dfoggara.kills=N} kills more often than in the build, {@code -Dseed=N} repeats lines and moments.
 */
class SortKillIT {
    private static final int KILLS = Integer.getInteger("foggara.kills", 3);
    private static final int LINES_BYTES = 24 << 20;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Path work = Distribution.workDirectory("SortKillIT");
    private final Path spill = work.resolve("data/spill");
    private final Path output = work.resolve("sorted");
    private final Member container = new Member("embedded", work);

    @AfterEach
    void stop() {
        container.stop();
    }

    @Test
    void linesAreSortedHoweverOftenTheContainerIsKilled() throws Exception {
        List<String> lines = new PartitionInputs(seed).lines(LINES_BYTES);
        Files.write(work.resolve("lines.txt"), lines);
        Files.writeString(
                work.resolve("conf/foggara.job-sort.cfg"),
                "program = sort-lines\nparallelism = 2\nexecution.runtime-mode = STREAMING\n"
                        + "execution.checkpointing.interval = 100 ms\nexecution.sort-partition.memory = 1 mb\n"
                        + "arg.input = " + work.resolve("lines.txt") + "\narg.output = " + output + "\n");
        container.started(container.start());
        for (int kill = 0; kill < KILLS; kill++) {
            int files = 1 + random.nextInt(8);
            Eventually.isTrue("it spills, seed " + seed, () -> runs().size() >= files);
            container.kill();
            List<String> left = runs();
            assertThat(left).as("what the killed one spilled").isNotEmpty();
            container.started(container.start());
            Eventually.isTrue("that is removed", () -> Collections.disjoint(runs(), left));
        }
        Eventually.get(
                "the job finishes, seed " + seed,
                Duration.ofSeconds(120),
                () -> container.shell("job:info sort"),
                told -> told.contains("state     FINISHED"));
        Collections.sort(lines);
        assertThat(published().equals(lines)).as("exact, seed %d", seed).isTrue();
        assertThat(runs()).isEmpty();
    }

    /** Files of runs, with the directory of their process. They come and go meanwhile. */
    private List<String> runs() {
        List<String> files = new ArrayList<>();
        for (File process : inside(spill.toFile())) {
            for (File file : inside(process)) {
                if (!file.getName().contains("lock")) {
                    files.add(process.getName() + "/" + file.getName());
                }
            }
        }
        return files;
    }

    private static File[] inside(File directory) {
        File[] files = directory.listFiles();
        return files == null ? new File[0] : files;
    }

    private List<String> published() throws IOException {
        List<String> all = new ArrayList<>();
        for (String part : Directories.files(output)) {
            all.addAll(Files.readAllLines(output.resolve(part)));
        }
        return all;
    }
}
