package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.LeakProbe;
import io.github.foggara.itests.container.PaxExamExtension;
import io.github.foggara.itests.container.WordTexts;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** Everything changes at once under a job with records in flight: its result is exact, and nothing old is kept. */
@ExtendWith(PaxExamExtension.class)
public class StandingIT {
    private static final String SHUFFLE = "io.github.foggara.shuffle.local";
    private static final String JOBS = "io.github.foggara.itests.job";
    private static final String WORDS = "io.github.foggara.examples.wordcount";
    private static final int COUNT = 20_000_000;
    private static final int FLOWING = 8_000_000;

    @Inject
    BundleContext context;

    @Test
    public void aLoadedJobOutlivesWhatIsReplacedAroundIt() throws Exception {
        Inside inside = new Inside(context);
        Path text = WordTexts.write(inside.file("text.txt"), 3, 5_000);
        Path gate = inside.file("gate");
        Path output = inside.file("load-out");
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        inside.deploy("words.jar", Files.readAllBytes(Distribution.job("wordcount")));
        inside.awaitProgram("gated", true);
        inside.awaitProgram("word-count", true);
        count(inside, text, "words-1");
        JobInfo words = inside.awaitState("words", JobStatus.FINISHED);
        load(inside, gate, output);
        JobInfo running = inside.awaitState("load", JobStatus.RUNNING);
        LeakProbe probe = LeakProbe.before(context);

        probe.watch(inside.bundle(SHUFFLE));
        inside.bundle(SHUFFLE).update();
        inside.awaitState("load", JobStatus.RUNNING);

        count(inside, text, "words-2");
        words = inside.awaitNextRun("words", words, JobStatus.FINISHED);
        assertThat(WordTexts.output(inside.file("words-2"))).isEqualTo(WordTexts.expected(text));

        probe.watch(inside.bundle(WORDS));
        inside.deploySlowly("words.jar", JobBundle.rebuilt(Distribution.job("wordcount"), "0.1.1"));
        awaitVersion(inside, WORDS, "0.1.1");
        assertThat(inside.awaitState("load", JobStatus.RUNNING).id()).isEqualTo(running.id());

        probe.watch(inside.bundle(JOBS));
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.1"));
        awaitVersion(inside, JOBS, "1.0.1");
        inside.awaitState("load", JobStatus.RUNNING);
        Files.createFile(gate);

        assertThat(inside.awaitState("load", JobStatus.FINISHED).id()).isEqualTo(running.id());
        assertThat(WordTexts.output(output)).isEqualTo(Inside.residues(COUNT));
        probe.assertLoadersAreCollected();
    }

    private static void awaitVersion(Inside inside, String bundle, String version) {
        Eventually.isTrue(
                bundle + " " + version + " is active",
                () -> inside.find(bundle)
                        .filter(b -> b.getVersion().toString().equals(version) && b.getState() == Bundle.ACTIVE)
                        .isPresent());
    }

    private static void count(Inside inside, Path text, String output) {
        inside.configure(
                "words",
                "program",
                "word-count",
                "arg.input",
                text.toString(),
                "arg.output",
                inside.file(output).toString());
    }

    private static void load(Inside inside, Path gate, Path output) {
        inside.configure(
                "load",
                "program",
                "gated",
                "parallelism",
                "2",
                "arg.count",
                Integer.toString(COUNT),
                "arg.free",
                Integer.toString(FLOWING),
                "arg.gate",
                gate.toString(),
                "arg.output",
                output.toString());
    }
}
