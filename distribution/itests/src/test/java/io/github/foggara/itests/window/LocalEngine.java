package io.github.foggara.itests.window;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobService;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
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
import io.github.foggara.recovery.failover.FullFailoverStrategy;
import io.github.foggara.recovery.failover.RegionFailoverStrategy;
import io.github.foggara.shuffle.local.LocalShuffleService;
import io.github.foggara.sorter.spill.SpillDisk;
import io.github.foggara.state.heap.HeapStateBackend;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.window.PartitionWindowProvider;
import io.github.foggara.window.SpillPlaces;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/** The kernel with the shipped plugins, in this process. Any thread. */
final class LocalEngine implements AutoCloseable {
    static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String BUNDLE = "tests";

    private final Map<String, Program> programs = new ConcurrentHashMap<>();
    private final Kernel kernel;
    private final Path spill;

    /**
     * @param defaults options of the container and of all jobs
     */
    LocalEngine(Path directory, Map<String, String> defaults) {
        this(directory, defaults, SpillDisk.ofThisMachine());
    }

    /** That spills to another disk. */
    LocalEngine(Path directory, Map<String, String> defaults, SpillDisk disk) {
        this(directory, defaults, disk, new LocalShuffleService());
    }

    /** Whose tasks exchange records by another service. */
    LocalEngine(Path directory, Map<String, String> defaults, SpillDisk disk, ShuffleService shuffle) {
        spill = directory.resolve("spill");
        kernel = new Kernel(directory.resolve("data"), new Known(programs), ServiceLocator.none(), defaults);
        plugin(ShuffleService.class, LocalShuffleService.NAME, shuffle);
        plugin(JobEventStore.class, FileJobEventStore.NAME, new FileJobEventStore());
        plugin(CheckpointService.class, DefaultCheckpointService.NAME, new DefaultCheckpointService());
        plugin(StateBackend.class, HeapStateBackend.NAME, new HeapStateBackend());
        plugin(FailoverStrategy.class, RegionFailoverStrategy.NAME, new RegionFailoverStrategy());
        plugin(FailoverStrategy.class, FullFailoverStrategy.NAME, new FullFailoverStrategy());
        plugin(RestartBackoffStrategy.class, FixedDelayBackoffStrategy.NAME, new FixedDelayBackoffStrategy());
        plugin(OptionSet.class, PartitionWindowProvider.NAME, PartitionWindowProvider.OPTIONS);
        plugin(
                OperatorProvider.class,
                PartitionWindowProvider.NAME,
                new PartitionWindowProvider(new SpillPlaces(spill, disk)));
    }

    private <T> void plugin(Class<T> type, String name, T service) {
        kernel.plugins().register(type, name, BUNDLE, 0, service);
    }

    /** Where jobs spill that name no directory. */
    Path spill() {
        return spill;
    }

    /** Bulk memory that no task holds, in bytes. */
    long freeMemory() {
        return kernel.memory().free();
    }

    /** Other options of the container and of all jobs, also those that run. */
    void defaults(Map<String, String> changed) {
        kernel.defaults(changed);
    }

    JobService jobs() {
        return kernel.jobs();
    }

    /** Submits a job of that name. */
    void start(String name, JobProgram program, Map<String, String> options) {
        start(name, program, options, Map.of());
    }

    /** With arguments for the program. */
    void start(String name, JobProgram program, Map<String, String> options, Map<String, String> arguments) {
        programs.put(
                name,
                new Program(
                        new ProgramId(name, BUNDLE, "0"), program, getClass().getClassLoader()));
        jobs().submit(new JobSubmission(name, name, options, arguments));
    }

    /** Waits for the end of a job. */
    JobInfo end(String name) throws InterruptedException {
        return jobs().awaitTermination(name, LIMIT).orElseThrow();
    }

    /** Waits until a job is suspended, and gives the cause. */
    String suspended(String name) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            JobInfo info = jobs().job(name).orElseThrow();
            if (info.state() == JobStatus.SUSPENDED) {
                return info.cause().orElseThrow();
            }
            Thread.onSpinWait();
        }
        throw new AssertionError("The job " + name + " was not suspended");
    }

    JobInfo run(String name, JobProgram program, Map<String, String> options) throws InterruptedException {
        start(name, program, options);
        return end(name);
    }

    @Override
    public void close() {
        kernel.close();
    }

    private record Known(Map<String, Program> programs) implements Programs {
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
            return List.copyOf(new TreeMap<>(programs).keySet());
        }

        @Override
        public AutoCloseable onChange(Runnable listener) {
            return () -> {};
        }
    }
}
