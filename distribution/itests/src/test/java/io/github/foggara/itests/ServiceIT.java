package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.JobBundle;
import io.github.foggara.itests.container.LeakProbe;
import io.github.foggara.itests.container.PaxExamExtension;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Hashtable;
import java.util.function.Supplier;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceRegistration;

/** A job uses a service of another bundle: it may be late, leave and come back. */
@ExtendWith(PaxExamExtension.class)
public class ServiceIT {
    private static final String WORDS = "io.github.foggara.itests.word";
    private static final String JOBS = "io.github.foggara.itests.job";
    private static final String[] GREETINGS = {"word 3", "word 2", "word 1"};

    @Inject
    BundleContext context;

    @Test
    public void aBundleWhoseServiceIsUsedIsReplacedUnderTheJob() throws Exception {
        Inside inside = new Inside(context);
        inside.deploy("serving-jobs.jar", JobBundle.testJobs("1.0.0"));
        inside.awaitProgram("serving", true);
        inside.deploy("words.jar", JobBundle.wordService("1.0.0"));
        Bundle words = Eventually.get("the service's bundle", () -> inside.find(WORDS), b -> b.isPresent())
                .orElseThrow();
        Eventually.isTrue("it is active", () -> words.getState() == Bundle.ACTIVE);
        Path gate = inside.file("replaced-gate");
        configure(inside, "replaced", gate);
        JobInfo running = inside.awaitState("replaced", JobStatus.RUNNING);
        Eventually.isTrue("the tasks use it", () -> users(words) > 0);
        LeakProbe probe = LeakProbe.before(context);
        probe.watch(words);
        probe.watch(inside.bundle(JOBS));

        words.stop(Bundle.STOP_TRANSIENT);

        assertThat(users(words)).isZero();
        inside.awaitSuspended("replaced", "service java.util.function.Supplier with the filter (itest=word)");
        inside.deploy("words.jar", JobBundle.wordService("1.0.1"));
        inside.awaitState("replaced", JobStatus.RUNNING);
        Files.createFile(gate);
        JobInfo finished = inside.awaitState("replaced", JobStatus.FINISHED);
        assertThat(finished.id()).isEqualTo(running.id());
        assertThat(finished.report()).containsExactly(GREETINGS);

        inside.unconfigure("replaced");
        inside.awaitGone("replaced");
        inside.undeploy("words.jar");
        inside.undeploy("serving-jobs.jar");
        Eventually.isTrue(
                "both bundles are gone",
                () -> inside.find(WORDS).isEmpty() && inside.find(JOBS).isEmpty());
        probe.assertNothingIsLeft();
    }

    @Test
    public void aServiceMayBeLateAndBeTakenBackOrStopToMatch() throws Exception {
        Inside inside = new Inside(context);
        inside.deploy("late-jobs.jar", JobBundle.testJobs("1.0.2"));
        inside.awaitProgram("serving", true);
        Path gate = inside.file("late-gate");
        configure(inside, "late", gate);
        inside.awaitSuspended("late", "Waits for the service java.util.function.Supplier with the filter (itest=word)");

        ServiceRegistration<?> first = register("word");
        inside.awaitState("late", JobStatus.RUNNING);
        Eventually.isTrue("the tasks use it", () -> first.getReference().getUsingBundles() != null);
        first.unregister();
        inside.awaitState("late", JobStatus.SUSPENDED);
        ServiceRegistration<?> second = register("other");
        second.setProperties(properties("word"));
        inside.awaitState("late", JobStatus.RUNNING);
        Eventually.isTrue("the tasks use it", () -> second.getReference().getUsingBundles() != null);
        second.setProperties(properties("other"));
        inside.awaitState("late", JobStatus.SUSPENDED);
        second.setProperties(properties("word"));
        Files.createFile(gate);

        assertThat(inside.awaitState("late", JobStatus.FINISHED).report()).containsExactly(GREETINGS);
        assertThat(second.getReference().getUsingBundles()).isNull();
        second.unregister();
        inside.undeploy("late-jobs.jar");
        inside.awaitProgram("serving", false);
    }

    private ServiceRegistration<?> register(String value) {
        Supplier<String> service = () -> "word";
        return context.registerService(Supplier.class, service, properties(value));
    }

    private static Hashtable<String, Object> properties(String value) {
        Hashtable<String, Object> properties = new Hashtable<>();
        properties.put("itest", value);
        return properties;
    }

    private static int users(Bundle bundle) {
        return bundle.getRegisteredServices() == null || bundle.getRegisteredServices()[0].getUsingBundles() == null
                ? 0
                : bundle.getRegisteredServices()[0].getUsingBundles().length;
    }

    private static void configure(Inside inside, String job, Path gate) {
        inside.configure(
                job,
                "program",
                "serving",
                "parallelism",
                "2",
                "job.removal-grace",
                "100 ms",
                "task.cancellation.interval",
                "50 ms",
                "arg.gate",
                gate.toString());
    }
}
