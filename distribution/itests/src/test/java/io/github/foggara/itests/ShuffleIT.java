package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.PaxExamExtension;
import io.github.foggara.itests.container.WordTexts;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** The shuffle is a plugin like any other: it may be late, and it may be replaced while a job runs. */
@ExtendWith(PaxExamExtension.class)
public class ShuffleIT {
    private static final String SHUFFLE = "io.github.foggara.shuffle.local";

    @Inject
    BundleContext context;

    @Test
    public void aJobWaitsForItsShuffleAndSaysSo() throws Exception {
        Inside inside = new Inside(context);
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        inside.awaitProgram("gated", true);
        Bundle shuffle = inside.bundle(SHUFFLE);
        shuffle.stop();
        Path output = inside.file("late");
        Path gate = Files.createFile(inside.file("late-gate"));
        configure(inside, "late", gate, output);

        inside.awaitSuspended("late", "shuffle service 'local'");
        shuffle.start();

        inside.awaitState("late", JobStatus.FINISHED);
        assertThat(WordTexts.output(output)).isEqualTo(Inside.residues(1000));
    }

    @Test
    public void aShuffleIsReplacedUnderARunningJob() throws Exception {
        Inside inside = new Inside(context);
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        inside.awaitProgram("gated", true);
        Path output = inside.file("replaced");
        Path gate = inside.file("replaced-gate");
        configure(inside, "replaced", gate, output);
        JobInfo running = inside.awaitState("replaced", JobStatus.RUNNING);

        Bundle shuffle = inside.bundle(SHUFFLE);
        shuffle.stop();
        inside.awaitState("replaced", JobStatus.SUSPENDED);
        shuffle.update();
        shuffle.start();
        inside.awaitState("replaced", JobStatus.RUNNING);
        Files.createFile(gate);

        JobInfo finished = inside.awaitState("replaced", JobStatus.FINISHED);
        assertThat(finished.id()).isEqualTo(running.id());
        assertThat(WordTexts.output(output)).isEqualTo(Inside.residues(1000));
    }

    @Test
    public void aKernelThatRestartsGoesOnWithItsJobs() throws Exception {
        Inside inside = new Inside(context);
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        inside.awaitProgram("gated", true);
        Path output = inside.file("kernel");
        Path gate = inside.file("kernel-gate");
        configure(inside, "kernel", gate, output);
        JobInfo running = inside.awaitState("kernel", JobStatus.RUNNING);

        Bundle kernel = inside.bundle("io.github.foggara.kernel");
        kernel.stop();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.startsWith("foggara"));
        kernel.start();
        inside.awaitState("kernel", JobStatus.RUNNING);
        Files.createFile(gate);

        JobInfo finished = inside.awaitState("kernel", JobStatus.FINISHED);
        assertThat(finished.id()).isEqualTo(running.id());
        assertThat(WordTexts.output(output)).isEqualTo(Inside.residues(1000));
    }

    private static void configure(Inside inside, String job, Path gate, Path output) {
        inside.configure(
                job,
                "program",
                "gated",
                "parallelism",
                "2",
                "arg.gate",
                gate.toString(),
                "arg.output",
                output.toString());
    }
}
