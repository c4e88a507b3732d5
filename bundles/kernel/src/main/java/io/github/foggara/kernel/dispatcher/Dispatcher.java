package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobService;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.client.PluginInfo;
import io.github.foggara.kernel.config.JobProperties;
import io.github.foggara.kernel.jobmaster.JobServices;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The jobs of a container, for its users ({@link JobService}) and for whoever watches configurations ({@link #configure},
 * {@link #vanished}). Any thread; orders are enqueued for the dispatcher thread, answers are read from views.
 */
public final class Dispatcher implements JobService, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(40);
    private static final long JOIN_MILLIS = 5_000;

    private final JobServices services;
    private final Watchdog watchdog;
    private final OwnerThread owner;
    private final JobViews views;
    private final JobTable table;
    private final List<Supplier<List<String>>> health = new CopyOnWriteArrayList<>();
    private final Map<String, String> refusedNames = new ConcurrentSkipListMap<>();
    private volatile boolean closed;

    /**
     * Starts the dispatcher thread.
     *
     * @param data directory of the container; runs are recorded below {@code jobs}
     * @param defaults texts by option key for jobs that do not set them
     */
    public Dispatcher(JobServices services, Path data, Map<String, String> defaults, Watchdog watchdog) {
        this.services = services;
        this.watchdog = watchdog;
        this.views = new JobViews(services.runtime());
        this.owner = new OwnerThread(
                services.runtime(), "foggara-dispatcher", null, t -> LOG.error("The dispatcher met an error", t));
        this.table = new JobTable(services, new RunStore(data.resolve("jobs")), views, owner, defaults);
        owner.start();
    }

    /** Options for jobs that do not set them have changed; see {@link Masters#defaults}. */
    public void defaults(Map<String, String> changed) {
        owner.execute(() -> table.defaults(changed));
    }

    /** Adds a source of health lines. */
    public void health(Supplier<List<String>> lines) {
        health.add(lines);
    }

    @Override
    public void submit(JobSubmission submission) {
        if (closed) {
            throw new IllegalArgumentException("The container is stopping; no job is accepted any more");
        }
        JobNames.check(submission.name());
        Map<String, String> options = new TreeMap<>(submission.options());
        JobProperties properties = new JobProperties(submission.program(), options, submission.arguments());
        List<String> known = services.programs().names();
        if (!known.contains(submission.program())) {
            throw new IllegalArgumentException("There is no program '" + submission.program() + "'. "
                    + (known.isEmpty() ? "No job bundle is deployed" : "Known programs: " + String.join(", ", known)));
        }
        table.problem(properties).ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        JobEntry first = new JobEntry(submission.name(), false);
        first.wanted = properties;
        views.reserve(submission.name(), first.view());
        owner.execute(() -> table.submitted(submission.name(), properties));
    }

    /**
     * Shows the runs that earlier containers recorded here. To be called first, if at all. A run goes on only when its
     * configuration is told; it is forgotten if none is told within its {@code job.removal-grace} and then none is to come.
     *
     * @param mayCome whether a job of that name has a configuration that was not told yet; asked on the dispatcher thread
     */
    public void recover(Predicate<String> mayCome) {
        owner.execute(() -> table.recover(mayCome));
    }

    /**
     * There is a configuration of that name with these properties, or its properties changed. Equal properties change
     * nothing, however often they are told.
     */
    public void configure(String name, Map<String, String> properties) {
        try {
            JobNames.check(name);
        } catch (IllegalArgumentException e) {
            LOG.error("A configuration is ignored: {}", e.getMessage());
            refusedNames.put(String.valueOf(name), e.getMessage());
            return;
        }
        JobProperties wanted = JobProperties.of(properties);
        owner.execute(() -> table.configured(name, wanted));
    }

    /** The configuration of that name is gone; its job ends after its {@code job.removal-grace}. */
    public void vanished(String name) {
        refusedNames.remove(name);
        owner.execute(() -> table.vanished(name));
    }

    @Override
    public List<JobInfo> jobs() {
        return views.all();
    }

    @Override
    public Optional<JobInfo> job(String name) {
        return views.find(name);
    }

    @Override
    public void start(String name) {
        existing(name);
        views.restart(name);
        owner.execute(() -> table.start(name));
    }

    @Override
    public void cancel(String name) {
        existing(name);
        owner.execute(() -> table.cancel(name));
    }

    @Override
    public CheckpointInfo triggerCheckpoint(String name, Duration timeout) throws InterruptedException {
        existing(name);
        CheckpointRequest request = new CheckpointRequest(name, views);
        owner.execute(() -> table.trigger(name, request));
        return request.await(timeout);
    }

    private JobInfo existing(String name) {
        return views.find(name)
                .orElseThrow(() -> new IllegalArgumentException("There is no job '" + name + "'. Jobs: "
                        + views.all().stream().map(JobInfo::name).toList()));
    }

    @Override
    public Optional<JobInfo> awaitTermination(String name, Duration timeout) throws InterruptedException {
        views.await(() -> views.find(name).map(info -> info.state().terminal()).orElse(true), timeout);
        return views.find(name);
    }

    /** Runs the action on the dispatcher thread after all orders given before. */
    void afterOrders(Runnable action) {
        owner.execute(action);
    }

    /** Waits until the condition, asked again after each change of a job, holds. */
    boolean await(BooleanSupplier condition, Duration timeout) throws InterruptedException {
        return views.await(condition, timeout);
    }

    @Override
    public List<String> programs() {
        return services.programs().names();
    }

    @Override
    public List<PluginInfo> plugins() {
        return services.plugins().plugins();
    }

    @Override
    public List<String> health() {
        List<String> lines = new ArrayList<>(watchdog.lines());
        lines.addAll(refusedNames.values());
        lines.addAll(table.masters().refused());
        lines.addAll(views.health());
        health.forEach(source -> lines.addAll(source.get()));
        return lines;
    }

    /** Ends all tasks; runs of configurations go on when the container starts again. Blocks, bounded. */
    @Override
    public void close() {
        closed = true;
        owner.execute(table::close);
        try {
            boolean ended = views.await(table::drained, CLOSE_LIMIT);
            if (!ended) {
                LOG.warn("Some jobs did not end in time; the container stops without them");
            }
            owner.stop();
            owner.join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            owner.stop();
            Thread.currentThread().interrupt();
        }
    }
}
