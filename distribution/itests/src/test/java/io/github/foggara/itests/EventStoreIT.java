package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.itests.container.Charges;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.PaxExamExtension;
import io.github.foggara.itests.container.WordTexts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationAdmin;

/** The event store on files is a service that comes and goes with its bundle, and stays the same when its options change. */
@ExtendWith(PaxExamExtension.class)
public class EventStoreIT {
    @Inject
    BundleContext context;

    @Inject
    ConfigurationAdmin admin;

    @Test
    public void theStoreComesAndGoesWithItsBundle() throws Exception {
        Bundle bundle = new Inside(context).bundle("io.github.foggara.recovery.eventstore");
        for (int round = 0; round < 3; round++) {
            ServiceReference<JobEventStore> reference = Eventually.get("the store", this::store, Optional::isPresent)
                    .orElseThrow();
            JobEventStore store = context.getService(reference);
            assertThat(store.options().options()).hasSize(2);
            Path directory = context.getDataFile("events").toPath();
            assertThat(store.jobs(directory)).isEmpty();
            assertThat(store.setAside(new JobId(1, 2), directory)).contains("no event log");
            context.ungetService(reference);
            bundle.stop();
            assertThat(store()).isEmpty();
            bundle.update();
            bundle.start();
        }
    }

    @Test
    public void newDefaultsDoNotReplaceTheService() throws Exception {
        ServiceReference<JobEventStore> before =
                Eventually.get("the store", this::store, Optional::isPresent).orElseThrow();
        var configuration = admin.getConfiguration("foggara.recovery.eventstore", "?");
        try {
            configuration.update(new Hashtable<>(Map.of("job-event.store.write-buffer.size", "64 kb")));
            // The component carries what it was given, so this shows that it has seen the change.
            Eventually.get(
                    "the new default", () -> before.getProperty("job-event.store.write-buffer.size"), "64 kb"::equals);
            assertThat(store()).contains(before);
        } finally {
            configuration.delete();
        }
        Eventually.get(
                "no default",
                () -> List.of(before.getPropertyKeys()),
                keys -> !keys.contains("job-event.store.write-buffer.size"));
        assertThat(store()).contains(before);
    }

    @Test
    public void aRunningJobWaitsForItsStoreAndGoesOnFromItsLog() throws Exception {
        Inside inside = new Inside(context);
        Bundle bundle = inside.bundle("io.github.foggara.recovery.eventstore");
        inside.deploy("jobs.jar", JobBundle.testJobs("1.0.0"));
        inside.awaitProgram("twins", true);
        new Charges(inside.file("stored.fuse")).clear();
        inside.configure(
                "stored",
                "program",
                "twins",
                "arg.fuse",
                inside.file("stored.fuse").toString(),
                "arg.gate",
                inside.file("stored.gate").toString(),
                "arg.left",
                inside.file("stored-left").toString(),
                "arg.right",
                inside.file("stored-right").toString());
        JobInfo running = awaitLeft(inside);

        bundle.stop();
        // That it has left, or already that it is waited for.
        inside.awaitSuspended("stored", "event store");
        bundle.start();
        awaitLeft(inside);
        inside.awaitAttempts("stored", 0, 0, 1, 1);

        bundle.update();
        inside.awaitAttempts("stored", 0, 0, 2, 2);
        awaitLeft(inside);
        Files.createFile(inside.file("stored.gate"));

        JobInfo finished = inside.awaitState("stored", JobStatus.FINISHED);
        assertThat(finished.id()).isEqualTo(running.id());
        assertThat(finished.vertices()).extracting(VertexInfo::attempt).containsExactly(0, 0, 2, 2);
        assertThat(WordTexts.output(inside.file("stored-left"))).isEqualTo(Inside.residues(1000));
        assertThat(WordTexts.output(inside.file("stored-right"))).isEqualTo(Inside.residues(1000));
    }

    /** One half of the job has finished, and the other one runs. */
    private static JobInfo awaitLeft(Inside inside) {
        return Eventually.get(
                        "half of the job has finished",
                        () -> inside.jobs().job("stored"),
                        job -> job.isPresent()
                                && job.get().state() == JobStatus.RUNNING
                                && job.get().vertices().stream()
                                        .map(vertex -> vertex.finished() + " " + vertex.running())
                                        .toList()
                                        .equals(List.of("1 0", "1 0", "0 1", "0 1")))
                .orElseThrow();
    }

    private Optional<ServiceReference<JobEventStore>> store() throws InvalidSyntaxException {
        return context.getServiceReferences(JobEventStore.class, "(foggara.plugin=file)").stream()
                .findFirst();
    }
}
