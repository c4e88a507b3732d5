package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.LeakProbe;
import io.github.foggara.itests.container.PaxExamExtension;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * A sort waits for the bundle that makes its operators, and goes on from its newest checkpoint when that bundle, the job's configuration and
 * the job's jar change under it. What it publishes is sorted, and every number once.
 */
@ExtendWith(PaxExamExtension.class)
public class PartitionWindowIT {
    private static final String WINDOW = "io.github.foggara.window";
    private static final String JOBS = "io.github.foggara.itests.job";
    private static final int COUNT = 400_000;

    @Inject
    BundleContext context;

    private Inside inside;

    @Test
    public void aSortGoesOnWhateverIsReplaced() throws Exception {
        inside = new Inside(context);
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        inside.awaitProgram("sorted", true);
        Bundle window = inside.bundle(WINDOW);
        window.stop();
        configure("100 ms");
        inside.awaitSuspended("load", "Waits for the plugin 'partition-window'");
        window.start();
        JobInfo running = inside.awaitState("load", JobStatus.RUNNING);
        long last = awaitCheckpoint(0);
        LeakProbe probe = LeakProbe.before(context);

        probe.watch(window);
        window.update(new ByteArrayInputStream(JobBundle.rebuilt(jar(), "0.1.1")));
        assertThat(window.getVersion()).hasToString("0.1.1");
        last = awaitLife(1, last);

        configure("50 ms");
        probe.watch(inside.bundle(JOBS));
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.1"));
        awaitLife(2, last);
        assertThat(inside.jobs().health()).isEmpty();

        Files.createFile(inside.file("load.gate"));
        JobInfo finished = inside.awaitState("load", JobStatus.FINISHED);
        assertThat(finished.id()).isEqualTo(running.id());
        assertThat(finished.incidents()).isEmpty();
        assertExact();
        Eventually.isTrue(
                "nothing spilled stays",
                () -> Directories.files(inside.file("spill")).isEmpty());
        probe.assertLoadersAreCollected();
    }

    private void configure(String interval) {
        inside.configure(
                "load",
                "program",
                "sorted",
                "execution.runtime-mode",
                "STREAMING",
                "parallelism",
                "2",
                "execution.checkpointing.interval",
                interval,
                "execution.sort-partition.memory",
                "96 kb",
                "sort.spill.dirs",
                inside.file("spill").toString(),
                "restart-strategy.type",
                "none",
                "arg.count",
                "" + COUNT,
                "arg.gate",
                inside.file("load.gate").toString(),
                "arg.output",
                inside.file("load-out").toString());
    }

    private JobInfo info() {
        return inside.jobs().job("load").orElseThrow();
    }

    /** Waits for a complete one with a higher id. */
    private long awaitCheckpoint(long after) {
        return Eventually.get(
                "a checkpoint after " + after,
                () -> info().checkpoints().stream()
                        .filter(one -> one.failure().isEmpty())
                        .mapToLong(CheckpointInfo::id)
                        .max()
                        .orElse(0),
                id -> id > after);
    }

    /** It runs with these attempts, and has completed another checkpoint; the id of that. */
    private long awaitLife(int life, long last) {
        Eventually.isTrue("load runs in its life " + life, () -> {
            JobInfo info = info();
            return info.state() == JobStatus.RUNNING
                    && info.vertices().stream().map(VertexInfo::attempt).allMatch(attempt -> attempt == life);
        });
        return awaitCheckpoint(last);
    }

    /** Each subtask wrote a part that falls, and together they are all numbers. */
    private void assertExact() throws IOException {
        List<Integer> all = new ArrayList<>();
        for (String file : Directories.files(inside.file("load-out"))) {
            List<String> lines = Files.readAllLines(inside.file("load-out").resolve(file));
            List<Integer> numbers = lines.subList(1, lines.size()).stream()
                    .map(line -> Integer.valueOf(line.substring(line.indexOf(',') + 1)))
                    .toList();
            assertThat(numbers).isSortedAccordingTo(Comparator.reverseOrder());
            all.addAll(numbers);
        }
        assertThat(all.stream().sorted().toList())
                .isEqualTo(IntStream.rangeClosed(1, COUNT).boxed().toList());
    }

    private static Path jar() {
        return Distribution.bundles().stream()
                .filter(jar -> jar.getFileName().toString().startsWith(WINDOW + "-"))
                .findFirst()
                .orElseThrow();
    }
}
