package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.LeakProbe;
import io.github.foggara.itests.container.PaxExamExtension;
import io.github.foggara.itests.container.WordTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** A job bundle comes, runs, is replaced, runs again and goes; nothing of it stays. */
@ExtendWith(PaxExamExtension.class)
public class HotDeployIT {
    private static final String NAME = "io.github.foggara.examples.wordcount";
    private static final int ROUNDS = Integer.getInteger("foggara.rounds", 10);

    @Inject
    BundleContext context;

    @Test
    public void aJobBundleIsDeployedUpdatedAndRemoved() throws IOException {
        Inside inside = new Inside(context);
        Path input = WordTexts.write(inside.file("input.txt"), 7, 20_000);
        byte[] jar = Files.readAllBytes(Distribution.job("wordcount"));

        inside.deploy("words.jar", jar);
        inside.awaitProgram("word-count", true);
        Path first = inside.file("out-1");
        configure(inside, "words", input, first);
        JobInfo run = inside.awaitState("words", JobStatus.FINISHED);
        assertThat(WordTexts.output(first)).isEqualTo(WordTexts.expected(input));

        inside.deploySlowly("words.jar", JobBundle.rebuilt(Distribution.job("wordcount"), "0.1.1"));
        Eventually.isTrue(
                "the new build is active",
                () -> inside.find(NAME)
                        .filter(b -> b.getVersion().toString().equals("0.1.1") && b.getState() == Bundle.ACTIVE)
                        .isPresent());
        inside.awaitProgram("word-count", true);
        assertThat(inside.jobs().job("words").orElseThrow().id()).isEqualTo(run.id());
        Path second = inside.file("out-2");
        configure(inside, "words", input, second);
        inside.awaitNextRun("words", run, JobStatus.FINISHED);
        assertThat(WordTexts.output(second)).isEqualTo(WordTexts.expected(input));

        inside.unconfigure("words");
        inside.awaitGone("words");
        inside.undeploy("words.jar");
        inside.awaitProgram("word-count", false);
        Eventually.isTrue("the bundle is gone", () -> inside.find(NAME).isEmpty());
    }

    @Test
    public void aBundleThatIsReplacedUnderItsJobWaitsForItsTasks() throws IOException {
        Inside inside = new Inside(context);
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        inside.awaitProgram("gated", true);
        Path output = inside.file("under-out");
        Path gate = inside.file("under-gate");
        inside.configure(
                "under",
                "program",
                "gated",
                "parallelism",
                "2",
                "arg.gate",
                gate.toString(),
                "arg.output",
                output.toString());
        JobInfo running = inside.awaitState("under", JobStatus.RUNNING);
        Bundle bundle = inside.bundle("io.github.foggara.itests.job");

        try {
            bundle.stop(Bundle.STOP_TRANSIENT); // a lasting stop would hold for the next build too
        } catch (BundleException e) {
            throw new AssertionError(e);
        }
        assertThat(Thread.getAllStackTraces().values())
                .allSatisfy(stack -> assertThat(stack)
                        .noneMatch(frame -> frame.getClassName().startsWith("io.github.foggara.itests.job.")));
        assertThat(inside.awaitState("under", JobStatus.SUSPENDED).cause().orElseThrow())
                .contains("'gated'");

        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.1"));
        inside.awaitState("under", JobStatus.RUNNING);
        Files.createFile(gate);
        assertThat(inside.awaitState("under", JobStatus.FINISHED).id()).isEqualTo(running.id());
        assertThat(WordTexts.output(output)).isEqualTo(Inside.residues(1000));
    }

    @Test
    public void roundsLeaveNothingBehind() throws IOException {
        Inside inside = new Inside(context);
        Path input = WordTexts.write(inside.file("rounds.txt"), 11, 2_000);
        byte[] jar = Files.readAllBytes(Distribution.job("wordcount"));
        LeakProbe probe = null;
        for (int round = 0; round <= ROUNDS; round++) {
            // The first round loads classes and starts pools that stay; what is measured begins after it.
            if (round == 1) {
                probe = LeakProbe.before(context);
            }
            inside.deploy("round.jar", jar);
            inside.awaitProgram("word-count", true);
            if (probe != null) {
                probe.watch(inside.bundle(NAME));
            }
            Path output = inside.file("round-" + round);
            configure(inside, "round", input, output);
            inside.awaitState("round", JobStatus.FINISHED);
            assertThat(WordTexts.output(output)).isEqualTo(WordTexts.expected(input));
            inside.unconfigure("round");
            inside.awaitGone("round");
            inside.undeploy("round.jar");
            inside.awaitProgram("word-count", false);
            Eventually.isTrue("the bundle is gone", () -> inside.find(NAME).isEmpty());
            Directories.delete(output);
        }
        probe.assertNothingIsLeft();
    }

    private static void configure(Inside inside, String job, Path input, Path output) {
        inside.configure(
                job,
                "program",
                "word-count",
                "parallelism",
                "2",
                "job.removal-grace",
                "100 ms",
                "arg.input",
                input.toString(),
                "arg.output",
                output.toString());
    }
}
