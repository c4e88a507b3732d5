package io.github.foggara.benchmarks;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.kernel.Kernel;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** Runs jobs in an engine without a framework around it. */
final class Engine implements AutoCloseable {
    static final Map<String, String> DEFAULTS = Map.of("taskmanager.memory.managed.size", "2200 mb");
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final io.github.foggara.kernel.Engine engine;
    private int runs;

    /** Everything in this process, records handed over as objects. */
    static Engine embedded(Map<String, JobDefinition> jobs) throws IOException {
        Path data = Files.createTempDirectory("foggara-benchmarks");
        data.toFile().deleteOnExit();
        Kernel kernel = new Kernel(data, new FixedPrograms(jobs), ServiceLocator.none(), DEFAULTS);
        Plugins.register(kernel.plugins(), data);
        return new Engine(kernel);
    }

    /** @param engine that has its plugins; closed by this one */
    Engine(io.github.foggara.kernel.Engine engine) {
        this.engine = engine;
    }

    /**
     * Runs a job to its end.
     *
     * @return its report
     * @throws IllegalStateException if it did not finish
     */
    JobInfo run(String program, Map<String, String> options, Map<String, String> arguments)
            throws InterruptedException {
        return await(submit(program, options, arguments));
    }

    /**
     * Waits for a job's end.
     *
     * @return its report
     * @throws IllegalStateException if it did not finish
     */
    JobInfo await(String name) throws InterruptedException {
        JobInfo info = engine.jobs()
                .awaitTermination(name, LIMIT)
                .orElseThrow(() -> new IllegalStateException("The job " + name + " is gone"));
        if (info.state() != JobStatus.FINISHED) {
            throw new IllegalStateException("The job " + name + " ended " + info.state() + ": " + info.cause());
        }
        return info;
    }

    /** Submits a job that does not end by itself; closing what is returned cancels it. */
    AutoCloseable start(String program, Map<String, String> options, Map<String, String> arguments) {
        String name = submit(program, options, arguments);
        return () -> cancel(name);
    }

    void cancel(String name) throws InterruptedException {
        engine.jobs().cancel(name);
        engine.jobs().awaitTermination(name, LIMIT);
    }

    JobInfo info(String name) {
        return engine.jobs().job(name).orElseThrow();
    }

    /** Submits a job; its name. */
    String submit(String program, Map<String, String> options, Map<String, String> arguments) {
        String name = program.toLowerCase(Locale.ROOT) + "-" + runs++;
        engine.jobs().submit(new JobSubmission(name, program, options, arguments));
        return name;
    }

    @Override
    public void close() {
        engine.close();
    }
}
