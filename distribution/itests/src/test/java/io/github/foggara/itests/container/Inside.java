package io.github.foggara.itests.container;

import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobService;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationAdmin;

/** What a test does inside a container: files in {@code conf/} and {@code deploy/}, and a look at the jobs. */
public final class Inside {
    private static final String LOOK = "itests.look";

    private final BundleContext context;
    private final Path work;

    public Inside(BundleContext context) {
        this.context = context;
        this.work = Path.of(context.getProperty("foggara.conf")).getParent();
    }

    public BundleContext context() {
        return context;
    }

    /** A file or directory that belongs to this test class. */
    public Path file(String name) {
        return work.resolve(name);
    }

    /** The service of now; the kernel may have been restarted. */
    public JobService jobs() {
        ServiceReference<?> reference = Eventually.get(
                "a JobService", () -> context.getServiceReference(JobService.class), found -> found != null);
        return (JobService) context.getService(reference);
    }

    public Bundle bundle(String symbolicName) {
        return find(symbolicName).orElseThrow(() -> new AssertionError("No bundle " + symbolicName));
    }

    public Optional<Bundle> find(String symbolicName) {
        for (Bundle bundle : context.getBundles()) {
            if (symbolicName.equals(bundle.getSymbolicName())) {
                return Optional.of(bundle);
            }
        }
        return Optional.empty();
    }

    /** Puts a jar into {@code deploy/}, or replaces it, by one rename. */
    public void deploy(String name, byte[] jar) {
        replace(deployed(name), jar);
    }

    /** Writes a jar into {@code deploy/} piece by piece; the watcher looks at each state of it. */
    public void deploySlowly(String name, byte[] jar) {
        int pieces = 6;
        try (var out = Files.newOutputStream(deployed(name))) {
            for (int i = 0; i < pieces; i++) {
                int from = jar.length * i / pieces;
                out.write(jar, from, jar.length * (i + 1) / pieces - from);
                out.flush();
                awaitLook(i);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        for (int i = 0; i < pieces; i++) {
            delete(look(i));
        }
    }

    /**
     * Waits until the watcher of {@code deploy/} has taken what lies there: it takes a new file in the same look. Each time
     * another one, because the watcher writes a configuration back that it has just read, over a newer one.
     */
    private void awaitLook(int number) {
        replace(look(number), "a = b\n".getBytes(StandardCharsets.UTF_8));
        ServiceReference<ConfigurationAdmin> reference = context.getServiceReference(ConfigurationAdmin.class);
        ConfigurationAdmin admin = context.getService(reference);
        String filter = "(service.pid=" + LOOK + number + ")";
        Eventually.get("a look into deploy/", () -> admin.listConfigurations(filter), found -> found != null);
    }

    private Path look(int number) {
        return deployed(LOOK + number + ".cfg");
    }

    public void undeploy(String name) {
        delete(deployed(name));
    }

    public Path deployed(String name) {
        return Path.of(context.getProperty("foggara.deploy"), name);
    }

    /** Writes the configuration of a job; {@code keys} are alternately keys and values. */
    public void configure(String job, String... keys) {
        write(configuration(job), keys);
    }

    /** Writes the options of all jobs that do not set them. */
    public void defaults(String... keys) {
        write(defaults(), keys);
    }

    /** What {@link #defaults(String...)} writes. */
    public Path defaults() {
        return Path.of(context.getProperty("foggara.conf"), "foggara.defaults.cfg");
    }

    private void write(Path file, String... keys) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < keys.length; i += 2) {
            text.append(keys[i]).append(" = ").append(keys[i + 1]).append('\n');
        }
        replace(file, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    public void unconfigure(String job) {
        delete(configuration(job));
    }

    public Path configuration(String job) {
        return Path.of(context.getProperty("foggara.conf"), "foggara.job-" + job + ".cfg");
    }

    public JobInfo awaitState(String job, JobStatus state) {
        return Eventually.get(
                        job + " is " + state,
                        () -> jobs().job(job),
                        info -> info.isPresent() && info.get().state() == state)
                .orElseThrow();
    }

    /**
     * Waits until it is suspended for that reason; it may be for another one before: what was deployed last may be resolved anew just then.
     *
     * @param words part of the cause
     */
    public void awaitSuspended(String job, String words) {
        Eventually.get(
                job + " is suspended: " + words,
                () -> jobs().job(job),
                info -> info.isPresent()
                        && info.get().state() == JobStatus.SUSPENDED
                        && info.get().cause().orElse("").contains(words));
    }

    /** Waits until the job has had so many incidents; the newest. */
    public IncidentInfo awaitIncident(String job, long number) {
        List<IncidentInfo> incidents = Eventually.get(
                "incident " + number + " of " + job,
                () -> jobs().job(job).orElseThrow().incidents(),
                found -> !found.isEmpty() && found.get(found.size() - 1).number() >= number);
        return incidents.get(incidents.size() - 1);
    }

    /** Waits until the highest attempts of the vertices are these. */
    public void awaitAttempts(String job, Integer... attempts) {
        Eventually.get(
                "attempts of " + job,
                () -> jobs().job(job).orElseThrow().vertices().stream()
                        .map(VertexInfo::attempt)
                        .toList(),
                List.of(attempts)::equals);
    }

    /** Waits for another run than the one with this id. */
    public JobInfo awaitNextRun(String job, JobInfo before, JobStatus state) {
        return Eventually.get(
                        job + " runs again and is " + state,
                        () -> jobs().job(job),
                        info -> info.isPresent()
                                && !info.get().id().equals(before.id())
                                && info.get().state() == state)
                .orElseThrow();
    }

    public void awaitGone(String job) {
        Eventually.isTrue(job + " is gone", () -> jobs().job(job).isEmpty());
    }

    public void awaitProgram(String program, boolean present) {
        Eventually.get(
                "program " + program + (present ? " is there" : " is gone"),
                () -> jobs().programs(),
                programs -> programs.contains(program) == present);
    }

    /** The sums that the test job {@code gated} writes. */
    public static Map<String, Long> residues(long count) {
        Map<String, Long> sums = new TreeMap<>();
        for (long number = 1; number <= count; number++) {
            sums.merge(String.valueOf(number % 7), number, Long::sum);
        }
        return sums;
    }

    private void replace(Path file, byte[] content) {
        try {
            Path temporary = Files.write(work.resolve(file.getFileName() + ".new"), content);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
