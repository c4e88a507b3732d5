package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.itests.container.Charges;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.LeakProbe;
import io.github.foggara.itests.container.PaxExamExtension;
import io.github.foggara.itests.container.WordTexts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;

/** The strategies' bundle is replaced, and is away, while a loaded job fails; a configuration and a job jar change as well. */
@ExtendWith(PaxExamExtension.class)
public class StandingFailoverIT {
    private static final String FAILOVER = "io.github.foggara.recovery.failover";
    private static final String WORDS = "io.github.foggara.examples.wordcount";
    private static final int COUNT = 6_000_000;

    @Inject
    BundleContext context;

    @Test
    public void decisionsGoOnWhileTheirBundleIsReplacedAndWhileItIsAway() throws Exception {
        Inside inside = deployed();
        Bundle failover = inside.bundle(FAILOVER);
        Charges charges = new Charges(inside.file("load.fuse"));
        load(inside, "10 ms");
        JobInfo running = inside.awaitState("load", JobStatus.RUNNING);
        charges.load(1);
        assertThat(inside.awaitIncident("load", 1).strategy()).startsWith("region (" + FAILOVER + " 0.1.0");
        LeakProbe probe = LeakProbe.before(context);

        probe.watch(failover);
        failDuringUpdate(inside, charges, failover);
        charges.load(1);
        probe.watch(inside.bundle(WORDS));
        inside.deploy("words.jar", JobBundle.rebuilt(Distribution.job("wordcount"), "0.1.1"));
        load(inside, "20 ms");
        inside.awaitIncident("load", 3);
        awaitVersion(inside, WORDS, "0.1.1");
        long next = failUntil(inside, charges, "region (" + FAILOVER + " 0.1.1)");
        assertThat(inside.jobs().health()).isEmpty();

        probe.watch(failover);
        failover.stop();
        awaitHealth(inside, true);
        charges.load(1);
        IncidentInfo alone = inside.awaitIncident("load", next + 1);
        assertThat(alone.strategy()).isEqualTo("full (built in)");
        assertThat(alone.delayMillis()).isEqualTo(1000);

        failover.update(new ByteArrayInputStream(JobBundle.rebuilt(jar(), "0.1.1")));
        failover.start();
        awaitHealth(inside, false);
        charges.load(1);
        IncidentInfo back = inside.awaitIncident("load", next + 2);
        assertThat(back.strategy()).isEqualTo("region (" + FAILOVER + " 0.1.1)");
        assertThat(back.delayMillis()).isEqualTo(20);

        charges.clear();
        Files.createFile(inside.file("load.gate"));
        assertThat(inside.awaitState("load", JobStatus.FINISHED).id()).isEqualTo(running.id());
        assertThat(WordTexts.output(inside.file("load-left"))).isEqualTo(Inside.residues(COUNT));
        assertThat(WordTexts.output(inside.file("load-right"))).isEqualTo(Inside.residues(COUNT));
        probe.assertLoadersAreCollected();
    }

    private static void failDuringUpdate(Inside inside, Charges charges, Bundle failover) throws Exception {
        charges.load(1);
        failover.update(new ByteArrayInputStream(JobBundle.rebuilt(jar(), "0.1.1")));
        inside.awaitIncident("load", 2);
    }

    private Inside deployed() throws IOException {
        Inside inside = new Inside(context);
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        inside.deploy("words.jar", Files.readAllBytes(Distribution.job("wordcount")));
        inside.awaitProgram("twins", true);
        inside.awaitProgram("word-count", true);
        return inside;
    }

    /** The update of a bundle and a configuration arrive when they do; until then the former decide. The number of the last incident. */
    private static long failUntil(Inside inside, Charges charges, String strategy) {
        while (true) {
            List<IncidentInfo> before = inside.jobs().job("load").orElseThrow().incidents();
            long number = before.get(before.size() - 1).number() + 1;
            charges.load(1);
            IncidentInfo incident = inside.awaitIncident("load", number);
            assertThat(number).isLessThan(100);
            assertThat(incident.gaveUp()).isEmpty();
            if (incident.strategy().equals(strategy) && incident.delayMillis() == 20) {
                return number;
            }
        }
    }

    private static void awaitHealth(Inside inside, boolean warning) {
        Eventually.get(
                warning ? "a warning is up" : "no warning is up",
                () -> inside.jobs().health(),
                lines -> warning
                        ? lines.stream()
                                .anyMatch(line -> line.startsWith("Job 'load': ")
                                        && line.contains("no active bundle publishes")
                                        && line.contains("'fixed-delay' (restart-strategy.type)"))
                        : lines.isEmpty());
    }

    private static Path jar() {
        return Distribution.bundles().stream()
                .filter(jar -> jar.getFileName().toString().startsWith(FAILOVER))
                .findFirst()
                .orElseThrow();
    }

    private static void awaitVersion(Inside inside, String bundle, String version) {
        Eventually.isTrue(
                bundle + " " + version + " is active",
                () -> inside.find(bundle)
                        .filter(b -> b.getVersion().toString().equals(version) && b.getState() == Bundle.ACTIVE)
                        .isPresent());
    }

    private static void load(Inside inside, String delay) {
        String[] options = {
            "program",
            "twins",
            "parallelism",
            "2",
            "restart-strategy.type",
            "fixed-delay",
            "restart-strategy.fixed-delay.attempts",
            "1000",
            "restart-strategy.fixed-delay.delay",
            delay,
            "arg.count",
            "" + COUNT,
            "arg.at",
            "" + COUNT / 2,
            "arg.free",
            "" + COUNT / 4
        };
        String[] files = Stream.of("fuse", "gate")
                .flatMap(name ->
                        Stream.of("arg." + name, inside.file("load." + name).toString()))
                .toArray(String[]::new);
        String[] outputs = Stream.of("left", "right")
                .flatMap(name ->
                        Stream.of("arg." + name, inside.file("load-" + name).toString()))
                .toArray(String[]::new);
        inside.configure(
                "load", Stream.of(options, files, outputs).flatMap(Stream::of).toArray(String[]::new));
    }
}
