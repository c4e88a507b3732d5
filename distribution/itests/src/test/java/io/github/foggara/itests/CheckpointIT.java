package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.github.foggara.itests.job.Tally;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** Checkpoints in the hands of an operator: options of a running job, commands, and a job that begins where another one was retained. */
@ExtendWith(PaxExamExtension.class)
public class CheckpointIT {
    private static final String PREFIX = "execution.checkpointing.";
    private static final int COUNT = 600_000;

    @Inject
    BundleContext context;

    /** What is set of a job; each change is written as a whole file. */
    private static final class Options {
        private final SteadyJob job;
        private final Map<String, String> values = new TreeMap<>();

        Options(SteadyJob job) {
            this.job = job;
        }

        Options with(String key, String value) {
            values.put(key, value);
            return this;
        }

        void write() {
            job.configure(values.entrySet().stream()
                    .flatMap(entry -> List.of(entry.getKey(), entry.getValue()).stream())
                    .toArray(String[]::new));
        }

        void set(String key, String value) {
            with(PREFIX + key, value).write();
        }
    }

    private Inside deployed() {
        Inside inside = new Inside(context);
        if (inside.find("io.github.foggara.itests.job").isEmpty()) {
            inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        }
        inside.awaitProgram("steady", true);
        return inside;
    }

    private static Options options(SteadyJob job) {
        return new Options(job)
                .with("restart-strategy.type", "fixed-delay")
                .with("restart-strategy.fixed-delay.attempts", "1000")
                .with("restart-strategy.fixed-delay.delay", "10 ms")
                .with(PREFIX + "interval", "1 h");
    }

    @Test
    public void changedOptionsHoldForTheJobThatRuns() throws Exception {
        Inside inside = deployed();
        SteadyJob job = new SteadyJob(inside, "options", COUNT);
        Options options = options(job).with(PREFIX + "tolerable-failed-checkpoints", "1000");
        options.write();
        JobInfo running = inside.awaitState("options", JobStatus.RUNNING);
        assertThat(running.checkpoints()).isEmpty();

        options.set("interval", "20 ms");
        job.awaitComplete(0);
        options.set("min-pause", "300 ms");
        awaitPauses(job, "of 300 ms", pause -> pause >= 250);
        options.set("min-pause", "0 ms");
        awaitPauses(job, "shorter than that", pause -> pause < 250);
        options.set("num-retained", "3");
        Eventually.get("three are kept", () -> job.complete().size(), kept -> kept == 3);
        options.set("num-retained", "1");
        Eventually.get("one is kept", () -> job.complete().size(), kept -> kept == 1);

        concurrencyAndTimeout(job, options);
        assertThat(attempts(job)).containsOnly(0);
        options.set("tolerable-failed-checkpoints", "0");
        IncidentInfo incident = inside.awaitIncident("options", 1);
        assertThat(incident.failures().get(0).cause())
                .matches("[0-9]+ checkpoints in a row failed, and 0 may \\(execution\\.checkpointing\\."
                        + "tolerable-failed-checkpoints\\); the last was [0-9]+: it took longer than 200 ms: .*");
        Files.delete(job.hold());
        options.set("timeout", "10 min");
        job.awaitComplete(newest(job));

        options.set("externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        awaitOption(job, PREFIX + "externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        inside.jobs().cancel("options");
        assertThat(inside.awaitState("options", JobStatus.CANCELED).id()).isEqualTo(running.id());
        assertThat(job.complete()).hasSize(1);
        Eventually.isTrue("nothing else is left", () -> job.incomplete().isEmpty());
    }

    /** Two are under way when a task stands still, and the timeout that is set then holds for both. */
    private static void concurrencyAndTimeout(SteadyJob job, Options options) throws Exception {
        Files.createFile(job.hold());
        Eventually.isTrue("a task stands still", () -> Files.exists(Tally.held(job.hold())));
        options.set("max-concurrent-checkpoints", "2");
        List<String> underWay = Eventually.get("two are under way", job::incomplete, folders -> folders.size() == 2);
        options.set("timeout", "200 ms");
        for (String folder : underWay) {
            long id = Long.parseLong(folder.substring("chk-".length()));
            CheckpointInfo failed = job.await(folder + " is given up", one -> one.id() == id);
            assertThat(failed.failure().orElseThrow())
                    .startsWith("it took longer than 200 ms: 1 of 4 tasks have not answered, among them 'tally")
                    .endsWith(" (1/2)");
        }
    }

    private static List<Integer> attempts(SteadyJob job) {
        return job.info().vertices().stream().map(VertexInfo::attempt).toList();
    }

    private static long newest(SteadyJob job) {
        return job.info().checkpoints().stream()
                .mapToLong(CheckpointInfo::id)
                .max()
                .orElse(0);
    }

    private static void awaitOption(SteadyJob job, String key, String value) {
        Eventually.get(key, () -> String.valueOf(job.info().options().get(key)), value::equals);
    }

    /** Between the last four checkpoints, in milliseconds. */
    private static void awaitPauses(SteadyJob job, String what, Predicate<Long> wanted) {
        Eventually.get(
                "pauses " + what,
                () -> {
                    List<CheckpointInfo> all = job.info().checkpoints();
                    List<Long> pauses = new ArrayList<>();
                    for (int i = Math.max(1, all.size() - 3); i < all.size(); i++) {
                        CheckpointInfo before = all.get(i - 1);
                        pauses.add(all.get(i).triggeredMillis() - before.triggeredMillis() - before.durationMillis());
                    }
                    return pauses;
                },
                pauses -> pauses.size() == 3 && pauses.stream().allMatch(wanted));
    }

    @Test
    public void aJobBeginsWhereAnotherOneWasRetained() throws Exception {
        Inside inside = deployed();
        Shell shell = new Shell(context);
        int count = 40_000;
        SteadyJob first = new SteadyJob(inside, "first", count);
        options(first)
                .with(PREFIX + "externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION")
                .write();
        inside.awaitState("first", JobStatus.RUNNING);
        assertThat(shell.run("checkpoint:list first")).isEqualTo("Job first has had no checkpoint.");
        String taken = shell.run("checkpoint:trigger first");
        assertThat(taken).startsWith("Checkpoint 1 of job first is complete: ");
        String path = taken.substring("Checkpoint 1 of job first is complete: ".length());
        assertThat(path).startsWith(first.checkpoints().toString()).endsWith("/chk-1");
        assertThat(shell.run("checkpoint:list first").lines().toList())
                .hasSize(2)
                .last()
                .asString()
                .startsWith("         1  ")
                .endsWith("  " + path);
        inside.jobs().cancel("first");
        inside.awaitState("first", JobStatus.CANCELED);

        SteadyJob second = new SteadyJob(inside, "second", count);
        Options options = options(second)
                .with("arg.output", first.output().toString())
                .with("execution.state-recovery.path", path + "9");
        options.write();
        assertThat(inside.awaitState("second", JobStatus.FAILED).cause().orElseThrow())
                .startsWith("Job 'second' cannot begin from the checkpoint that execution.state-recovery.path names: ")
                .contains(path + "9");
        options.with("execution.state-recovery.path", path).write();
        second.finish();
        first.assertExact();
        assertThat(first.complete()).containsExactly("chk-1");
        assertThatThrownBy(() -> shell.run("checkpoint:trigger second")).hasMessage("Job 'second' does not run now");
    }

    @Test
    public void commandsSayWhyThereIsNoCheckpoint() throws Exception {
        Inside inside = deployed();
        Shell shell = new Shell(context);
        for (String command : List.of("checkpoint:list nobody", "checkpoint:trigger nobody")) {
            assertThatThrownBy(() -> shell.run(command)).hasMessageStartingWith("There is no job 'nobody'");
        }
        assertThatThrownBy(() -> shell.run("checkpoint:trigger")).hasMessageContaining("takes the name of one job");

        SteadyJob plain = new SteadyJob(inside, "plain", COUNT);
        plain.configure();
        inside.awaitState("plain", JobStatus.RUNNING);
        assertThatThrownBy(() -> shell.run("checkpoint:trigger plain"))
                .hasMessage("Job 'plain' has no checkpoints: set execution.checkpointing.interval");
        inside.jobs().cancel("plain");

        Bundle bundle = inside.bundle("io.github.foggara.checkpoint");
        SteadyJob waiting = new SteadyJob(inside, "waiting", 100);
        bundle.stop();
        try {
            options(waiting).write();
            inside.awaitSuspended("waiting", "Waits for the checkpoint service 'default'");
            assertThatThrownBy(() -> shell.run("checkpoint:trigger waiting"))
                    .hasMessage("Job 'waiting' does not run now");
        } finally {
            bundle.start();
        }
        waiting.finish();
        waiting.assertExact();
    }
}
