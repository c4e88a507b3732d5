package io.github.foggara.benchmarks;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.kernel.Kernel;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.program.Programs;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.recovery.eventstore.FileJobEventStore;
import io.github.foggara.recovery.failover.FixedDelayBackoffStrategy;
import io.github.foggara.recovery.failover.RegionFailoverStrategy;
import io.github.foggara.shuffle.local.LocalShuffleService;
import io.github.foggara.state.heap.HeapStateBackend;
import io.github.foggara.window.PartitionWindowProvider;
import io.github.foggara.window.SpillPlaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The kernel with the local shuffle, in this process and without a framework around it. */
final class Engine implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(10);

    private final Kernel kernel;
    private int runs;

    Engine(Map<String, JobDefinition> jobs) throws IOException {
        Path data = Files.createTempDirectory("foggara-benchmarks");
        data.toFile().deleteOnExit();
        kernel = new Kernel(
                data,
                new FixedPrograms(jobs),
                ServiceLocator.none(),
                Map.of("taskmanager.memory.managed.size", "2200 mb"));
        kernel.plugins().register(ShuffleService.class, "local", "benchmarks", 0, new LocalShuffleService());
        kernel.plugins().register(JobEventStore.class, "file", "benchmarks", 0, new FileJobEventStore());
        kernel.plugins().register(CheckpointService.class, "default", "benchmarks", 0, new DefaultCheckpointService());
        kernel.plugins().register(StateBackend.class, "heap", "benchmarks", 0, new HeapStateBackend());
        SpillPlaces places = new SpillPlaces(data.resolve("spill"));
        kernel.plugins()
                .register(
                        OperatorProvider.class,
                        PartitionWindowProvider.NAME,
                        "benchmarks",
                        0,
                        new PartitionWindowProvider(places));
        kernel.plugins()
                .register(
                        OptionSet.class,
                        PartitionWindowProvider.NAME,
                        "benchmarks",
                        0,
                        PartitionWindowProvider.OPTIONS);
        kernel.plugins().register(FailoverStrategy.class, "region", "benchmarks", 0, new RegionFailoverStrategy());
        kernel.plugins()
                .register(
                        RestartBackoffStrategy.class, "fixed-delay", "benchmarks", 0, new FixedDelayBackoffStrategy());
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
        JobInfo info = kernel.jobs()
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
        kernel.jobs().cancel(name);
        kernel.jobs().awaitTermination(name, LIMIT);
    }

    JobInfo info(String name) {
        return kernel.jobs().job(name).orElseThrow();
    }

    /** Submits a job; its name. */
    String submit(String program, Map<String, String> options, Map<String, String> arguments) {
        String name = program.toLowerCase(Locale.ROOT) + "-" + runs++;
        kernel.jobs().submit(new JobSubmission(name, program, options, arguments));
        return name;
    }

    @Override
    public void close() {
        kernel.close();
    }

    /** Programs that never change. */
    private static final class FixedPrograms implements Programs {
        private final Map<String, Program> programs = new TreeMap<>();

        FixedPrograms(Map<String, JobDefinition> jobs) {
            jobs.forEach((name, job) -> programs.put(
                    name,
                    new Program(
                            new ProgramId(name, "benchmarks", "0"),
                            job,
                            job.getClass().getClassLoader())));
        }

        @Override
        public Optional<Program> find(String name) {
            return Optional.ofNullable(programs.get(name));
        }

        @Override
        public Optional<Program> find(ProgramId id) {
            return find(id.name());
        }

        @Override
        public List<String> names() {
            return List.copyOf(programs.keySet());
        }

        @Override
        public AutoCloseable onChange(Runnable listener) {
            return () -> {};
        }
    }
}
