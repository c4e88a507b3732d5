package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.itests.container.Charges;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.PaxExamExtension;
import io.github.foggara.itests.container.WordTexts;
import java.nio.file.Files;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.BundleContext;

/** Which tasks restart after a failure, and how the strategies are chosen while a job runs. */
@ExtendWith(PaxExamExtension.class)
public class StrategyIT {
    private static final String BUNDLE = " (io.github.foggara.recovery.failover 0.1.0";
    private static final String DELAY = "restart-strategy.fixed-delay.delay";

    @Inject
    BundleContext context;

    @Test
    public void anotherChoiceDecidesFromTheNextFailureOnAndTheJobGoesOn() throws Exception {
        Inside inside = deployed();
        Charges charges = new Charges(inside.file("twins.fuse"));
        twins(inside, "failover.strategy", "region", DELAY, "10 ms");
        JobInfo running = inside.awaitState("twins", JobStatus.RUNNING);

        charges.load(1);
        assertIncident(inside.awaitIncident("twins", 1), "region", 10);
        inside.awaitAttempts("twins", 1, 1, 0, 0);

        twins(inside, "failover.strategy", "full", DELAY, "30 ms");
        awaitOption(inside, "failover.strategy", "full");
        charges.load(1);
        assertIncident(inside.awaitIncident("twins", 2), "full", 30);
        inside.awaitAttempts("twins", 2, 2, 1, 1);

        inside.defaults("failover.strategy", "full", DELAY, "50 ms");
        twins(inside);
        awaitOption(inside, "failover.strategy", null);
        long full = failUntil(inside, charges, 3, "full", 50);
        inside.defaults("failover.strategy", "region", DELAY, "20 ms");
        long region = failUntil(inside, charges, full + 1, "region", 20);
        Files.delete(inside.defaults());

        charges.clear();
        Files.createFile(inside.file("twins.gate"));
        JobInfo finished = inside.awaitState("twins", JobStatus.FINISHED);
        assertThat(finished.id()).isEqualTo(running.id());
        assertThat(finished.vertices().get(0).attempt()).isEqualTo((int) region);
        assertThat(finished.vertices().get(2).attempt()).isBetween(2, (int) region - 2);
        assertThat(WordTexts.output(inside.file("twins-left"))).isEqualTo(Inside.residues(1000));
        assertThat(WordTexts.output(inside.file("twins-right"))).isEqualTo(Inside.residues(1000));
    }

    @Test
    public void subtasksWithoutAnExchangeBetweenThemRestartAlone() throws Exception {
        Inside inside = deployed();
        Charges charges = new Charges(inside.file("lanes.fuse"));
        inside.configure(
                "lanes",
                "program",
                "lanes",
                "parallelism",
                "2",
                "restart-strategy.type",
                "fixed-delay",
                DELAY,
                "10 ms",
                "arg.fuse",
                inside.file("lanes.fuse").toString(),
                "arg.output",
                inside.file("lanes-out").toString());
        Eventually.get(
                "one lane has finished while the other one waits",
                () -> inside.jobs().job("lanes"),
                job -> job.isPresent()
                        && job.get().vertices().size() == 3
                        && job.get().vertices().stream().allMatch(vertex -> vertex.finished() == 1));

        charges.load(1);
        IncidentInfo incident = inside.awaitIncident("lanes", 1);
        charges.clear();
        inside.awaitState("lanes", JobStatus.FINISHED);

        assertThat(incident.restarted().split(", ")).hasSize(3).allMatch(vertex -> vertex.endsWith(" (1)"));
        inside.awaitAttempts("lanes", 1, 1, 1);
        Map<String, Long> attempts = WordTexts.output(inside.file("lanes-out"));
        assertThat(attempts.keySet())
                .containsExactlyInAnyOrderElementsOf(Stream.iterate(1, n -> n + 1)
                        .limit(1000)
                        .map(n -> "" + n)
                        .toList());
        Set<Long> lanes = attempts.values().stream().collect(Collectors.toCollection(TreeSet::new));
        // Who asks first reads more; the lane that finished may have read nothing.
        assertThat(lanes).isSubsetOf(0L, 1L);
        assertThat(attempts).containsEntry("700", 1L);
    }

    private Inside deployed() {
        Inside inside = new Inside(context);
        if (inside.find("io.github.foggara.itests.job").isEmpty()) {
            inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        }
        inside.awaitProgram("twins", true);
        return inside;
    }

    private static void assertIncident(IncidentInfo incident, String strategy, long delay) {
        assertThat(incident.strategy()).startsWith(strategy + BUNDLE);
        assertThat(incident.delayMillis()).isEqualTo(delay);
        assertThat(incident.gaveUp()).isEmpty();
        assertThat(incident.failures().get(0).cause())
                .isEqualTo("java.lang.IllegalStateException: the fuse twins.fuse has blown");
    }

    /** A change of the defaults shows in nothing but the next decision; the number of that. */
    private static long failUntil(Inside inside, Charges charges, long next, String strategy, long delay) {
        for (long number = next; ; number++) {
            charges.load(1);
            IncidentInfo incident = inside.awaitIncident("twins", number);
            if (incident.delayMillis() == delay) {
                assertIncident(incident, strategy, delay);
                return number;
            }
            assertThat(number).as("failures until the defaults are in force").isLessThan(next + 200);
        }
    }

    private static void awaitOption(Inside inside, String key, String value) {
        Eventually.get(
                key + " of twins",
                () -> String.valueOf(
                        inside.jobs().job("twins").orElseThrow().options().get(key)),
                String.valueOf(value)::equals);
    }

    private static void twins(Inside inside, String... options) {
        String[] fixed = {
            "program",
            "twins",
            "restart-strategy.type",
            "fixed-delay",
            "restart-strategy.fixed-delay.attempts",
            "1000",
            "arg.fuse",
            inside.file("twins.fuse").toString(),
            "arg.gate",
            inside.file("twins.gate").toString(),
            "arg.left",
            inside.file("twins-left").toString(),
            "arg.right",
            inside.file("twins-right").toString()
        };
        inside.configure("twins", Stream.of(fixed, options).flatMap(Stream::of).toArray(String[]::new));
    }
}
