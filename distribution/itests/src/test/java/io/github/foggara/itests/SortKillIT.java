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
 * Sorts that spill, in containers that are killed while they do: what they publish is exact, and what the killed ones had spilled is removed.
 * One has checkpoints and goes on from them; another one, which comes before the last kill, has none and begins anew.
 * {@code -Dfoggara.kills=N} kills more often than in the build, {@code -Dseed=N} repeats lines and moments.
 */
class SortKillIT {
    private static final int KILLS = Math.max(2, Integer.getInteger("foggara.kills", 3));
    private static final int LINES_BYTES = 24 << 20;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Path work = Distribution.workDirectory("SortKillIT");
    private final Path spill = work.resolve("data/spill");
    private final Path input = work.resolve("lines.txt");
    private final Member container = new Member("embedded", work);
    private List<String> left = List.of();

    @AfterEach
    void stop() {
        container.stop();
    }

    @Test
    void linesAreSortedHoweverOftenTheContainerIsKilled() throws Exception {
        List<String> lines = new PartitionInputs(seed).lines(LINES_BYTES);
        Files.write(input, lines);
        configure("sort", "execution.runtime-mode = STREAMING\nexecution.checkpointing.interval = 100 ms\n");
        container.started(container.start());
        for (int kill = 1; kill < KILLS; kill++) {
            Eventually.isTrue("a checkpoint is complete, seed " + seed, this::checkpointed);
            killWhileItSpills("sort");
            if (kill == KILLS - 1) {
                configure("batch", "execution.runtime-mode = BATCH\n");
            }
            startAnew();
        }
        killWhileItSpills("batch");
        startAnew();
        Collections.sort(lines);
        for (String job : List.of("sort", "batch")) {
            Eventually.get(
                    job + " finishes, seed " + seed,
                    Duration.ofSeconds(120),
                    () -> container.shell("job:info " + job),
                    told -> told.contains("state     FINISHED"));
            assertThat(published(job).equals(lines)).as("exact, seed %d", seed).isTrue();
        }
        assertThat(runs("")).isEmpty();
        assertThat(container.said().split("Job sort goes on from checkpoint", -1))
                .as("seed %d", seed)
                .hasSizeGreaterThanOrEqualTo(KILLS);
    }

    private void configure(String job, String options) throws IOException {
        Files.writeString(
                work.resolve("conf/foggara.job-" + job + ".cfg"),
                "program = sort-lines\nparallelism = 2\nexecution.sort-partition.memory = 1 mb\n" + options
                        + "arg.input = " + input + "\narg.output = " + work.resolve(job) + "\n");
    }

    private void killWhileItSpills(String job) {
        int files = 1 + random.nextInt(8);
        Eventually.isTrue(job + " spills, seed " + seed, () -> runs(job).size() >= files);
        container.kill();
        left = runs("");
        assertThat(left).as("what the killed one spilled").isNotEmpty();
    }

    private void startAnew() {
        container.started(container.start());
        Eventually.isTrue("what the killed one spilled is removed", () -> Collections.disjoint(runs(""), left));
    }

    /** Whether there is one to go on from. */
    private boolean checkpointed() {
        return Directories.files(work.resolve("data/checkpoints")).stream()
                .anyMatch(file -> file.endsWith("_metadata"));
    }

    /**
     * Files of runs, with the directory of their process. They come and go meanwhile.
     *
     * @param job empty for those of all
     */
    private List<String> runs(String job) {
        List<String> files = new ArrayList<>();
        for (File process : inside(spill.toFile())) {
            for (File file : inside(process)) {
                if (!file.getName().contains("lock") && file.getName().startsWith(job)) {
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

    private List<String> published(String job) throws IOException {
        List<String> all = new ArrayList<>();
        Path output = work.resolve(job);
        for (String part : Directories.files(output)) {
            all.addAll(Files.readAllLines(output.resolve(part)));
        }
        return all;
    }
}
