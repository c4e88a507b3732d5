package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.itests.container.ConfigurationEvents;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.PaxExamExtension;
import io.github.foggara.itests.container.WordTexts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Dictionary;
import java.util.List;
import java.util.stream.Stream;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.BundleContext;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.metatype.AttributeDefinition;
import org.osgi.service.metatype.MetaTypeService;
import org.osgi.service.metatype.ObjectClassDefinition;

/** Jobs are configurations: files, and what an administrator changes by other means. */
@ExtendWith(PaxExamExtension.class)
public class ConfigurationIT {
    @Inject
    BundleContext context;

    @Inject
    ConfigurationAdmin admin;

    @Inject
    MetaTypeService metatype;

    private Inside deployed() {
        Inside inside = new Inside(context);
        if (!Files.exists(inside.deployed("jobs.jar"))) {
            inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        }
        inside.awaitProgram("gated", true);
        return inside;
    }

    @Test
    public void anUnknownKeyIsRefusedWithTheNearestKnownOne() {
        Inside inside = deployed();
        inside.configure("unknown-key", values(inside, "unknown-key", "paralelism", "2"));

        JobInfo refused = awaitRefusal(inside, "unknown-key");

        assertThat(refused.configurationError().orElseThrow()).contains("paralelism", "parallelism");
        assertThat(refused.state()).isEqualTo(JobStatus.FAILED);
    }

    @Test
    public void aBadValueLeavesTheOldOneInForce() throws Exception {
        Inside inside = deployed();
        inside.configure("bad-value", values(inside, "bad-value", "parallelism", "2"));
        JobInfo running = inside.awaitState("bad-value", JobStatus.RUNNING);

        inside.configure("bad-value", values(inside, "bad-value", "parallelism", "none"));
        JobInfo refused = awaitRefusal(inside, "bad-value");
        assertThat(refused.configurationError().orElseThrow()).contains("parallelism", "'none'", "from 1 to 32768");
        assertThat(refused.id()).isEqualTo(running.id());
        assertThat(refused.state()).isEqualTo(JobStatus.RUNNING);
        assertThat(refused.options()).containsEntry("parallelism", "2");

        Files.createFile(inside.file("bad-value-gate"));
        inside.awaitState("bad-value", JobStatus.FINISHED);
    }

    @Test
    public void aChangedArgumentIsANewRun() throws Exception {
        Inside inside = deployed();
        Files.createFile(inside.file("changed-gate"));
        inside.configure("changed", values(inside, "changed", "arg.count", "50"));
        JobInfo first = inside.awaitState("changed", JobStatus.FINISHED);
        assertThat(WordTexts.output(inside.file("changed-out"))).isEqualTo(Inside.residues(50));

        Path next = inside.file("changed-out-2");
        inside.configure(
                "changed",
                "program",
                "gated",
                "arg.gate",
                inside.file("changed-gate").toString(),
                "arg.count",
                "60",
                "arg.output",
                next.toString());

        inside.awaitNextRun("changed", first, JobStatus.FINISHED);
        assertThat(WordTexts.output(next)).isEqualTo(Inside.residues(60));
    }

    @Test
    public void defaultsHoldForJobsThatSetNothingAlsoForThoseThatRun() throws Exception {
        Inside inside = deployed();
        Object kernel = inside.jobs();
        // A gate that lets some pass first would let all pass when each of three subtasks has few.
        inside.configure("default", values(inside, "default", "arg.free", "0"));
        JobInfo before = inside.awaitState("default", JobStatus.RUNNING);
        assertThat(before.vertices()).allMatch(vertex -> vertex.parallelism() == 1);

        inside.defaults("parallelism", "3");
        Eventually.isTrue("the job runs with the new default", () -> {
            JobInfo now = inside.jobs().job("default").orElseThrow();
            return now.state() == JobStatus.RUNNING
                    && !now.vertices().isEmpty()
                    && now.vertices().stream().allMatch(v -> v.parallelism() == 3);
        });
        Files.createFile(inside.file("default-gate"));
        JobInfo finished = inside.awaitState("default", JobStatus.FINISHED);
        assertThat(finished.id()).isEqualTo(before.id());
        assertThat(WordTexts.output(inside.file("default-out"))).isEqualTo(Inside.residues(1000));

        Files.delete(inside.defaults());
        assertThat(inside.awaitState("default", JobStatus.FINISHED).id()).isEqualTo(finished.id());
        assertThat(inside.jobs()).as("the kernel is the same").isSameAs(kernel);
    }

    @Test
    public void valuesAreUtf8() throws Exception {
        Inside inside = deployed();
        Path output = inside.file("größe-水-ё");
        Files.createFile(inside.file("utf8-gate"));
        inside.configure(
                "utf8",
                "program",
                "gated",
                "arg.gate",
                inside.file("utf8-gate").toString(),
                "arg.output",
                output.toString());

        JobInfo finished = inside.awaitState("utf8", JobStatus.FINISHED);

        assertThat(finished.arguments()).containsEntry("output", output.toString());
        assertThat(WordTexts.output(output)).isEqualTo(Inside.residues(1000));
    }

    @Test
    public void aFileThatVanishesForAMomentChangesNothing() throws Exception {
        Inside inside = deployed();
        String[] values = values(inside, "moment", "job.removal-grace", "20 s");
        inside.configure("moment", values);
        JobInfo running = inside.awaitState("moment", JobStatus.RUNNING);

        try (ConfigurationEvents events = new ConfigurationEvents(context)) {
            inside.unconfigure("moment");
            events.awaitDeleted("foggara.job~moment");
            // FileInstall hears of the deletion it has made, and would delete a file that is back before that.
            events.awaitOthers(admin);
        }
        assertThat(inside.jobs().job("moment").orElseThrow().state()).isEqualTo(JobStatus.RUNNING);
        inside.configure("moment", values);
        Eventually.isTrue(
                "the configuration is back", () -> !configurations("moment").isEmpty());
        Files.createFile(inside.file("moment-gate"));

        assertThat(inside.awaitState("moment", JobStatus.FINISHED).id()).isEqualTo(running.id());
    }

    @Test
    public void aFileThatStaysAwayEndsItsJob() {
        Inside inside = deployed();
        inside.configure("away", values(inside, "away", "job.removal-grace", "100 ms"));
        inside.awaitState("away", JobStatus.RUNNING);

        inside.unconfigure("away");

        inside.awaitGone("away");
        assertThat(inside.file("away-out")).doesNotExist();
    }

    @Test
    public void cancelKeepsTheConfigurationAndStartRunsItAgain() throws Exception {
        Inside inside = deployed();
        inside.configure("again", values(inside, "again", "parallelism", "2"));
        JobInfo first = inside.awaitState("again", JobStatus.RUNNING);

        inside.jobs().cancel("again");
        inside.awaitState("again", JobStatus.CANCELED);
        assertThat(inside.configuration("again")).exists();
        assertThat(inside.file("again-out")).doesNotExist();
        Files.createFile(inside.file("again-gate"));
        inside.jobs().start("again");

        inside.awaitNextRun("again", first, JobStatus.FINISHED);
        assertThat(WordTexts.output(inside.file("again-out"))).isEqualTo(Inside.residues(1000));
    }

    @Test
    public void configurationAdminChangesAJobAndItsFile() throws Exception {
        Inside inside = deployed();
        Files.createFile(inside.file("admin-gate"));
        inside.configure("admin", values(inside, "admin", "arg.count", "50"));
        JobInfo first = inside.awaitState("admin", JobStatus.FINISHED);

        org.osgi.service.cm.Configuration configuration =
                configurations("admin").get(0);
        Dictionary<String, Object> properties = configuration.getProperties();
        Path output = inside.file("admin-größe");
        properties.put("arg.output", output.toString());
        configuration.update(properties);

        inside.awaitNextRun("admin", first, JobStatus.FINISHED);
        assertThat(WordTexts.output(output)).isEqualTo(Inside.residues(50));
        Eventually.get(
                "the file has the new value",
                () -> Files.readString(inside.configuration("admin")),
                text -> text.contains("admin-gr"));
    }

    @Test
    public void everyOptionIsInTheForm() {
        deployed();
        ObjectClassDefinition form = Stream.of(context.getBundles())
                .map(metatype::getMetaTypeInformation)
                .filter(info -> Arrays.asList(info.getFactoryPids()).contains("foggara.job"))
                .findFirst()
                .orElseThrow()
                .getObjectClassDefinition("foggara.job", null);

        assertThat(form.getAttributeDefinitions(ObjectClassDefinition.ALL))
                .extracting(AttributeDefinition::getID)
                .contains("program", "parallelism", "shuffle.service", "job.removal-grace");
        assertThat(form.getAttributeDefinitions(ObjectClassDefinition.REQUIRED))
                .extracting(AttributeDefinition::getID)
                .contains("program")
                .doesNotContain("parallelism");
    }

    private JobInfo awaitRefusal(Inside inside, String job) {
        return Eventually.get(
                        job + " is refused",
                        () -> inside.jobs().job(job),
                        info -> info.isPresent()
                                && info.get().configurationError().isPresent())
                .orElseThrow();
    }

    private List<org.osgi.service.cm.Configuration> configurations(String job) throws Exception {
        org.osgi.service.cm.Configuration[] found = admin.listConfigurations("(service.pid=foggara.job~" + job + ")");
        return found == null ? List.of() : List.of(found);
    }

    private static String[] values(Inside inside, String job, String key, String value) {
        return new String[] {
            "program",
            "gated",
            "arg.gate",
            inside.file(job + "-gate").toString(),
            "arg.output",
            inside.file(job + "-out").toString(),
            key,
            value
        };
    }
}
