package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.LeakProbe;
import io.github.foggara.itests.container.PaxExamExtension;
import io.github.foggara.itests.container.SteadyJob;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/**
 * The bundles of checkpoints and of state are replaced, and are away, under a job with state that checkpoints all the time; a configuration
 * and the job's jar change as well. What it publishes is every record once.
 */
@ExtendWith(PaxExamExtension.class)
public class StandingCheckpointIT {
    private static final String CHECKPOINT = "io.github.foggara.checkpoint";
    private static final String STATE = "io.github.foggara.state.heap";
    private static final String JOBS = "io.github.foggara.itests.job";
    private static final int COUNT = 600_000;

    @Inject
    BundleContext context;

    @Test
    public void aLoadedJobGoesOnFromItsNewestCheckpointWhateverIsReplaced() throws Exception {
        Inside inside = new Inside(context);
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        inside.awaitProgram("steady", true);
        SteadyJob job = new SteadyJob(inside, "load", COUNT);
        checkpointEach(job, "100 ms");
        JobInfo running = inside.awaitState("load", JobStatus.RUNNING);
        long last = job.awaitComplete(0).id();
        LeakProbe probe = LeakProbe.before(context);

        Bundle checkpoint = inside.bundle(CHECKPOINT);
        last = replaced(job, probe, checkpoint, 1, last);
        last = away(
                job,
                checkpoint,
                // What the life lacks, and from the next look on what the job waits for.
                "^The checkpoint service of .* 0.1.1 has left; waits|^Waits for the checkpoint service 'default'",
                2,
                last);
        Bundle state = inside.bundle(STATE);
        last = replaced(job, probe, state, 3, last);
        last = away(
                job,
                state,
                "^Waits for the state backend 'heap' .*: no active bundle publishes it. No state backend is there",
                4,
                last);

        checkpointEach(job, "50 ms");
        probe.watch(inside.bundle(JOBS));
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.1"));
        last = awaitLife(job, 5, last);
        assertThat(inside.jobs().health()).isEmpty();
        awaitInterval(job, "50 ms");

        assertThat(job.finish().id()).isEqualTo(running.id());
        assertThat(job.info().incidents()).isEmpty();
        job.assertExact();
        Eventually.isTrue("no checkpoint is left", () -> job.files().isEmpty());
        probe.assertLoadersAreCollected();
    }

    private static void checkpointEach(SteadyJob job, String interval) {
        job.configure("execution.checkpointing.interval", interval, "restart-strategy.type", "none");
    }

    private static void awaitInterval(SteadyJob job, String interval) {
        Eventually.get(
                "the interval in force",
                () -> job.info().options().get("execution.checkpointing.interval"),
                interval::equals);
    }

    private long replaced(SteadyJob job, LeakProbe probe, Bundle bundle, int life, long last) throws Exception {
        probe.watch(bundle);
        bundle.update(new ByteArrayInputStream(JobBundle.rebuilt(jar(bundle.getSymbolicName()), "0.1.1")));
        assertThat(bundle.getVersion()).hasToString("0.1.1");
        return awaitLife(job, life, last);
    }

    private static long away(SteadyJob job, Bundle bundle, String cause, int life, long last) throws Exception {
        bundle.stop();
        Pattern wanted = Pattern.compile(cause);
        Eventually.get(
                "load is suspended: " + cause,
                job::info,
                info -> info.state() == JobStatus.SUSPENDED
                        && wanted.matcher(info.cause().orElse("")).find());
        Eventually.isTrue(
                "only the newest checkpoint is there",
                () -> job.complete().size() == 1 && job.incomplete().isEmpty());
        assertThatThrownBy(() -> job.inside().jobs().triggerCheckpoint("load", Duration.ofSeconds(20)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Job 'load'")
                .hasMessageNotContaining("has not ended within");
        checkpointEach(job, (100 - life) + " ms");
        awaitInterval(job, (100 - life) + " ms");
        bundle.start();
        return awaitLife(job, life, last);
    }

    /** It runs with these attempts, and has completed another checkpoint; the id of that. */
    private static long awaitLife(SteadyJob job, int life, long last) {
        Eventually.get(
                "load runs in its life " + life,
                () -> job.info().state() + " "
                        + job.info().vertices().stream()
                                .map(VertexInfo::attempt)
                                .toList(),
                ("RUNNING [" + life + ", " + life + "]")::equals);
        long before = job.info().checkpoints().stream()
                .mapToLong(CheckpointInfo::id)
                .max()
                .orElse(last);
        return job.awaitComplete(Math.max(last, before)).id();
    }

    private static Path jar(String bundle) {
        return Distribution.bundles().stream()
                .filter(jar -> jar.getFileName().toString().startsWith(bundle + "-"))
                .findFirst()
                .orElseThrow();
    }
}
