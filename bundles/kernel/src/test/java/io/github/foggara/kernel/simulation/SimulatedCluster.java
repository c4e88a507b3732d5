package io.github.foggara.kernel.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.kernel.Kernel;
import io.github.foggara.kernel.fixture.CountingElection;
import io.github.foggara.kernel.fixture.FakeCheckpoints;
import io.github.foggara.kernel.fixture.MemoryStorage;
import io.github.foggara.kernel.fixture.PlainBarriers;
import io.github.foggara.kernel.fixture.TestStrategies;
import io.github.foggara.kernel.taskexecutor.LongStates;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.testkit.event.InMemoryJobEventStore;
import io.github.foggara.testkit.runtime.SimulatedProcess;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.github.foggara.testkit.shuffle.InMemoryShuffleService;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * One job on one container after another, all with the same disk, while {@link Chaos} reigns; then calm, in which the job must end as it
 * should. What survives a container: its data directory, what the writer of the event log has written, and the configuration
 * of the job. On the main thread of a simulation.
 */
final class SimulatedCluster {
    private static final OperatorProvider WINDOWS = reference -> new Hoarding();
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(20);
    /** A job that hangs takes checkpoints all the time. */
    private static final long STREAMED_LIMIT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final SimulatedRuntime runtime;
    private final Path data;
    private final Chaos chaos;
    private final Seams seams;
    private final String job;
    private final Witness witness;
    private final InMemoryJobEventStore disk = new InMemoryJobEventStore();
    private final WitnessedStore store;
    private final MemoryStorage checkpoints = new MemoryStorage();
    private final CountingElection election = new CountingElection();
    private final Map<String, String> defaults =
            new TreeMap<>(Map.of("failover.strategy", "region", "restart-strategy.type", "planned"));
    private final Map<String, String> configuration;
    private Kernel kernel;
    private int turns;

    /**
     * @param data a directory of its own
     */
    SimulatedCluster(SimulatedRuntime runtime, Path data, Chaos chaos, Seams seams) {
        this.runtime = runtime;
        this.data = data;
        this.chaos = chaos;
        this.seams = seams;
        this.job = "simulated-" + data.getFileName();
        this.witness = new Witness(job, chaos);
        this.store = new WitnessedStore(seams.store(disk), disk, chaos, witness);
        this.configuration = new TreeMap<>(chaos.shape().options());
        configuration.put("program", chaos.shape().program().id().name());
        configuration.put("parallelism", "" + chaos.shape().parallelism());
        configuration.put("job-event.store.retry-interval", "100 ms");
        if (chaos.compaction() > 0) {
            configuration.put("job-event.store.compaction.events", "" + chaos.compaction());
        }
    }

    /** Returns when the job has ended as it should. */
    void run() {
        try {
            int container = 0;
            while (!runContainer(container)) {
                container++;
            }
        } finally {
            witness.forget();
        }
    }

    Witness witness() {
        return witness;
    }

    /** Turns of the threads of the last container. */
    int turns() {
        return turns;
    }

    /** False if it was killed before the job had ended. */
    private boolean runContainer(int number) {
        SimulatedProcess process = runtime.process("container-" + number);
        Turns counted =
                new Turns(process, number < chaos.kills().size() ? chaos.kills().get(number) : 0);
        kernel = null;
        process.newThread("boot", null, () -> boot(counted, number)).start();
        Optional<JobInfo> end = awaitEnd(process);
        turns = counted.turns();
        if (end.isEmpty()) {
            witness.containerDied();
            return false;
        }
        witness.ended(end.get().state());
        check(end.get());
        process.kill();
        return true;
    }

    private void boot(Turns counted, int number) {
        long seed = runtime.seed() * 100 + number;
        Kernel made = new Kernel(
                counted,
                election,
                executor -> new Network(counted, seed, chaos, witness, seams.executor(executor)),
                data,
                new OnlyProgram(chaos.shape().program()),
                ServiceLocator.none(),
                Map.copyOf(defaults));
        made.plugins()
                .register(ShuffleService.class, "local", "shuffle/1", 0, seams.shuffle(new InMemoryShuffleService()));
        made.plugins()
                .register(
                        CheckpointService.class,
                        "default",
                        "checkpoint/1",
                        0,
                        seams.checkpoints(new FakeCheckpoints(checkpoints, PlainBarriers::new)));
        made.plugins().register(StateBackend.class, "heap", "heap/1", 0, new LongStates());
        made.plugins().register(OperatorProvider.class, "partition-window", "window/1", 0, WINDOWS);
        witness.pacedBy(counted);
        made.plugins().register(JobEventStore.class, "file", "store/1", 0, store);
        Operator operator =
                new Operator(counted, witness, made, job, defaults, seed, () -> seams.backoff(backoff(), number));
        operator.begin();
        made.jobs().recover(name -> true);
        made.jobs().configure(job, configuration);
        kernel = made;
        counted.newThread("swaps", null, () -> operator.swap(chaos.swaps())).start();
        if (chaos.cancelTurns() >= 0) {
            counted.newThread("cancel", null, () -> operator.cancelAfter(chaos.cancelTurns()))
                    .start();
        }
    }

    private RestartBackoffStrategy backoff() {
        return TestStrategies.fixedDelay(chaos.restarts(), Duration.ofMillis(chaos.backoffMillis()));
    }

    private Optional<JobInfo> awaitEnd(SimulatedProcess process) {
        Parker parker = runtime.newParker();
        long limit = runtime.nanoTime() + (chaos.shape().streamed() ? STREAMED_LIMIT_NANOS : LIMIT_NANOS);
        while (true) {
            assertThat(witness.wrong()).isEmpty();
            if (process.killed()) {
                return Optional.empty();
            }
            Optional<JobInfo> info =
                    kernel == null ? Optional.empty() : kernel.jobs().job(job);
            boolean over = info.isPresent() && info.get().state().terminal();
            if (over && witness.idle() && disk.jobs(data).isEmpty()) {
                return info;
            }
            if (runtime.nanoTime() > limit) {
                throw new AssertionError(
                        "The job does not end: " + info + ", logs " + disk.jobs(data) + ", " + witness);
            }
            parker.parkNanos(LOOK_NANOS);
        }
    }

    private void check(JobInfo end) {
        assertThat(witness.wrong()).isEmpty();
        Map<String, List<String>> output = witness.published();
        switch (chaos.kind()) {
            case CURABLE -> assertThat(end.state()).as("%s", end).isEqualTo(JobStatus.FINISHED);
            case CANCELLED -> assertThat(end.state()).as("%s", end).isIn(JobStatus.FINISHED, JobStatus.CANCELED);
            case HOPELESS -> {
                assertThat(end.state()).as("%s", end).isEqualTo(JobStatus.FAILED);
                assertThat(end.incidents()).hasSize(Chaos.HOPELESS_RESTARTS + 1);
            }
        }
        if (end.state() == JobStatus.FINISHED) {
            assertThat(output).isEqualTo(chaos.shape().output());
        } else if (chaos.shape().streamed()) {
            output.forEach((sink, lines) ->
                    assertThat(chaos.shape().output().get(sink)).containsAll(lines));
            output.values().forEach(lines -> assertThat(lines).doesNotHaveDuplicates());
        } else {
            assertThat(output).as("output of a job that is %s", end).isEmpty();
        }
    }
}
