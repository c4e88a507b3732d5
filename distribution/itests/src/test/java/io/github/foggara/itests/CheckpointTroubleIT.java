package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.PaxExamExtension;
import io.github.foggara.itests.container.Shell;
import io.github.foggara.itests.container.SteadyJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.BundleContext;

/** The disk does not take checkpoints: a file stands where their directory was, until somebody brings that back. */
@ExtendWith(PaxExamExtension.class)
public class CheckpointTroubleIT {
    private static final int COUNT = 600_000;

    @Inject
    BundleContext context;

    private SteadyJob job(String name) {
        Inside inside = new Inside(context);
        if (inside.find("io.github.foggara.itests.job").isEmpty()) {
            inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        }
        inside.awaitProgram("steady", true);
        return new SteadyJob(inside, name, COUNT);
    }

    private static void configure(SteadyJob job, int tolerable, String restart) throws IOException {
        repair(job);
        job.configure(
                "execution.checkpointing.interval",
                "50 ms",
                "execution.checkpointing.tolerable-failed-checkpoints",
                "" + tolerable,
                "restart-strategy.type",
                restart);
    }

    /** From one moment to the next a file stands there. */
    private static void takeAway(SteadyJob job) throws IOException {
        pointTo(job, Files.writeString(job.inside().file(job.name() + "-file"), "no directory"));
    }

    private static void repair(SteadyJob job) throws IOException {
        pointTo(job, real(job));
    }

    private static Path real(SteadyJob job) throws IOException {
        return Files.createDirectories(job.inside().file(job.name() + "-real"));
    }

    /** What the job is given for its checkpoints is a link, because only a link can be replaced while others look. */
    private static void pointTo(SteadyJob job, Path target) throws IOException {
        Path link = Files.createSymbolicLink(job.inside().file(job.name() + "-link"), target);
        Files.move(link, job.checkpoints(), StandardCopyOption.ATOMIC_MOVE);
    }

    @Test
    public void whatCannotBeWrittenIsToldAndTheJobGoesOnWithinItsTolerance() throws Exception {
        SteadyJob job = job("tolerant");
        configure(job, 1000, "none");
        JobInfo running = job.inside().awaitState("tolerant", JobStatus.RUNNING);
        long last = job.awaitComplete(0).id();

        takeAway(job);
        String words = ": A checkpoint cannot be written to " + job.checkpoints();
        CheckpointInfo failed = job.await(
                "failed with its cause",
                one -> one.failure()
                        .filter(why -> why.contains(words) && why.endsWith(job.checkpoints() + " is no directory"))
                        .isPresent());
        long read = job.info().workDone();
        assertThat(job.inside().jobs().health())
                .anyMatch(line -> line.startsWith("Checkpoints of job 'tolerant' fail, the last was ")
                        && line.contains("is no directory"));
        assertThat(new Shell(context).run("job:info tolerant"))
                .containsPattern("checkpoint [0-9]+  failed after .*: .*is no directory");
        Eventually.isTrue("the job goes on", () -> job.info().workDone() > read);

        repair(job);
        job.awaitComplete(Math.max(last, failed.id()));
        assertThat(job.info().vertices()).extracting(VertexInfo::attempt).containsOnly(0);
        Eventually.isTrue("health is well", () -> job.inside().jobs().health().isEmpty());
        Eventually.get(
                "only the newest is left",
                () -> job.complete().size() + " " + job.incomplete().size(),
                "1 0"::equals);
        assertThat(job.finish().id()).isEqualTo(running.id());
        job.assertExact();
        Eventually.get("nothing is left", job::files, List::isEmpty);
    }

    @Test
    public void beyondItsToleranceTheJobRestartsUntilTheDiskIsRepaired() throws Exception {
        SteadyJob job = job("strict");
        configure(job, 1, "exponential-delay");
        JobInfo running = job.inside().awaitState("strict", JobStatus.RUNNING);
        job.awaitComplete(0);

        takeAway(job);
        IncidentInfo incident = job.inside().awaitIncident("strict", 1);
        assertThat(job.info().incidents().get(0).failures().get(0).cause())
                .startsWith("2 checkpoints in a row failed, and 1 may (execution.checkpointing."
                        + "tolerable-failed-checkpoints); the last was ")
                .contains("checkpoint", job.checkpoints().toString());
        assertThat(incident.gaveUp()).isEmpty();
        repair(job);
        job.awaitComplete(job.info().checkpoints().stream()
                .mapToLong(CheckpointInfo::id)
                .max()
                .orElseThrow());
        assertThat(job.info().vertices().get(0).attempt()).isPositive();
        assertThat(job.finish().id()).isEqualTo(running.id());
        job.assertExact();
        Eventually.get("nothing is left", job::files, List::isEmpty);
    }

    @Test
    public void withoutARestartItFailsWithThatCause() throws Exception {
        SteadyJob job = job("final");
        configure(job, 0, "none");
        job.inside().awaitState("final", JobStatus.RUNNING);
        job.awaitComplete(0);
        takeAway(job);
        assertThat(job.inside().awaitState("final", JobStatus.FAILED).cause().orElseThrow())
                .startsWith("1 checkpoint failed, and 0 may (execution.checkpointing.tolerable-failed-checkpoints)")
                .contains("checkpoint", job.checkpoints().toString());
        assertThat(job.inside().jobs().health()).noneMatch(line -> line.contains("'final'"));
        repair(job);
    }
}
