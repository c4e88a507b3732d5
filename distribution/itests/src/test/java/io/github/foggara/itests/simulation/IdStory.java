package io.github.foggara.itests.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.checkpoint.storage.CheckpointDisk;
import io.github.foggara.kernel.Kernel;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.recovery.eventstore.FileJobEventStore;
import io.github.foggara.recovery.eventstore.LogDisk;
import io.github.foggara.recovery.failover.FixedDelayBackoffStrategy;
import io.github.foggara.recovery.failover.FullFailoverStrategy;
import io.github.foggara.recovery.failover.RegionFailoverStrategy;
import io.github.foggara.shuffle.local.LocalShuffleService;
import io.github.foggara.state.heap.HeapStateBackend;
import io.github.foggara.testkit.disk.SimulatedDisk;
import io.github.foggara.testkit.runtime.SimulatedProcess;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.BooleanSupplier;

/**
 * One container after another on the same disks, each of which dies at a point or somewhere, until the job has ended in one of them. On the
 * main thread of a simulation.
 */
final class IdStory {
    private static final String JOB = "ids";
    private static final int MOST_TURNS = 3000;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final SimulatedRuntime runtime;
    private final Path data;
    private final IdBug bug;
    private final Random random;
    private final SimulatedDisk disk;
    private final SharedElection election = new SharedElection();
    private final IdBook book;
    private final IdOutput output;
    private final IdCheckpoints checkpoints;
    private final Map<String, String> options;
    /** Each container but the first cancels the job while it runs; JobMasters do not die then. */
    private final boolean cancels;

    private volatile Kernel kernel;
    private final Map<Point, Integer> died = new EnumMap<>(Point.class);
    private int containers;

    /**
     * @param data a directory of its own
     */
    IdStory(SimulatedRuntime runtime, Path data, IdBug bug) {
        this.runtime = runtime;
        this.data = data;
        this.bug = bug;
        this.random = new Random(runtime.seed());
        this.disk = new SimulatedDisk(runtime.seed(), runtime);
        this.book = IdBook.begin(runtime.seed(), bug);
        this.output = new IdOutput(data.resolve("out"));
        this.checkpoints = new IdCheckpoints(disk, data.resolve("checkpoints"));
        this.cancels = runtime.seed() % 10 == 8;
        if (cancels) {
            book.sparesJobMasters();
        }
        this.options = options();
    }

    private Map<String, String> options() {
        Map<String, String> map = new HashMap<>(Map.of(
                "program", JOB,
                "parallelism", "2",
                "execution.runtime-mode", "STREAMING",
                "execution.checkpointing.interval", "10 ms",
                "execution.checkpointing.tolerable-failed-checkpoints", "1000",
                "arg.seed", "" + runtime.seed(),
                "arg.output", data.resolve("out").toString(),
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "1000",
                "restart-strategy.fixed-delay.delay", "20 ms"));
        map.put("failover.strategy", book.strategy());
        if (cancels) {
            map.put("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        }
        map.put("job-event.store.compaction.events", "" + (1 + new Random(~runtime.seed()).nextInt(20)));
        map.put("execution.checkpointing.num-retained", "" + (1 + random.nextInt(2)));
        map.put("execution.checkpointing.data-inline-threshold", random.nextInt(3) == 0 ? "20 kb" : "0 kb");
        map.put("execution.checkpointing.max-concurrent-checkpoints", "" + (1 + random.nextInt(2)));
        return map;
    }

    /** Points at which containers died. */
    Map<Point, Integer> died() {
        return died;
    }

    IdBook book() {
        return book;
    }

    void tell() {
        try {
            live();
        } finally {
            IdBook.end(runtime.seed());
        }
    }

    private void live() {
        if (random.nextBoolean()) {
            disk.delayUpTo(Duration.ofMillis(3));
        }
        checkpoints.plantForeign();
        for (int lives = 2 + random.nextInt(2); ; lives--) {
            SimulatedProcess container = runtime.process("container-" + ++containers);
            Points points = points(container, lives);
            book.container(container, points);
            if (cancels && containers > 1) {
                cancelLater(container, runtime.newParker());
            }
            Optional<JobInfo> end = run(container, lives > 0 && points.last() == null ? random.nextInt(MOST_TURNS) : 0);
            // A container that dies while it deletes checkpoints at the end leaves the rest to the next one.
            if (end.isPresent() && released(end.get(), () -> points.died() != null)) {
                points.pass();
                check(end.get());
                container.kill();
                return;
            }
            if (points.died() != null) {
                died.merge(points.died(), 1, Integer::sum);
            }
            if (random.nextInt(4) > 0) {
                disk.crash();
            }
        }
    }

    /** Which point comes first goes by the seed, so that none is left out; later ones are any, or none, and the last container lives. */
    private Points points(SimulatedProcess container, int lives) {
        Point[] all = Point.values();
        Point ofSeed = all[(int) (runtime.seed() % all.length)];
        boolean later = ofSeed.isOfRestoring();
        if (lives == 0) {
            return new Points(container, null, 0);
        }
        if (containers == 1) {
            return new Points(
                    container, later ? Point.COMMIT_DONE : ofSeed, 1 + (int) (runtime.seed() / all.length % 2));
        }
        if (containers == 2 && later) {
            return new Points(container, ofSeed, 1);
        }
        return new Points(
                container, random.nextInt(4) > 0 ? all[random.nextInt(all.length)] : null, 1 + random.nextInt(3));
    }

    /**
     * @param turns after which it is killed; 0 for never
     * @return how the job ended; empty if the container was killed before
     */
    private Optional<JobInfo> run(SimulatedProcess container, int turns) {
        kernel = null;
        container.newThread("boot", null, () -> boot(container)).start();
        for (int left = turns; left > 0 && !container.killed() && !ended(); left--) {
            runtime.yieldPoint();
        }
        if (turns > 0 && !ended()) {
            container.kill();
        }
        Parker parker = runtime.newParker();
        long limit = runtime.nanoTime() + LIMIT.toNanos();
        while (!container.killed() && !ended()) {
            if (runtime.nanoTime() > limit) {
                throw new AssertionError("The job does not end: "
                        + Optional.ofNullable(kernel).flatMap(k -> k.jobs().job(JOB)));
            }
            assertThat(book.problems()).isEmpty();
            parker.parkNanos(1_000_000);
        }
        return ended() ? kernel.jobs().job(JOB) : Optional.empty();
    }

    private boolean ended() {
        Kernel here = kernel;
        return here != null
                && here.jobs().job(JOB).filter(job -> job.state().terminal()).isPresent();
    }

    private void boot(SimulatedProcess container) {
        IdSeams seams = new IdSeams(book);
        Kernel made = new Kernel(
                container,
                election,
                seams::executor,
                data,
                new OneProgram(JOB, new IdPipelines()),
                ServiceLocator.none(),
                Map.of());
        DefaultCheckpointService service =
                new DefaultCheckpointService(seams.disk(bug.disk(disk.as(CheckpointDisk.class))));
        JobEventStore store = new FileJobEventStore(bug.log(disk.as(LogDisk.class)));
        made.plugins().register(ShuffleService.class, "local", "s/1", 0, new LocalShuffleService());
        made.plugins()
                .register(
                        CheckpointService.class,
                        DefaultCheckpointService.NAME,
                        "c/1",
                        0,
                        seams.checkpoints(bug.checkpoints(service)));
        made.plugins()
                .register(
                        StateBackend.class,
                        HeapStateBackend.NAME,
                        "h/1",
                        0,
                        seams.state(bug.state(new HeapStateBackend())));
        made.plugins().register(JobEventStore.class, "file", "e/1", 0, seams.store(store));
        made.plugins().register(FailoverStrategy.class, "region", "f/1", 0, new RegionFailoverStrategy());
        made.plugins().register(FailoverStrategy.class, "full", "f/1", 0, new FullFailoverStrategy());
        made.plugins().register(RestartBackoffStrategy.class, "fixed-delay", "b/1", 0, new FixedDelayBackoffStrategy());
        made.jobs().recover(name -> name.equals(JOB));
        made.jobs().configure(JOB, options);
        kernel = made;
    }

    private boolean there() {
        return kernel != null && kernel.jobs().job(JOB).isPresent();
    }

    private void cancelLater(SimulatedProcess container, Parker parker) {
        long nanos = random.nextInt(60_000_000);
        container
                .newThread("cancel", null, () -> {
                    runtime.await("the job is there", this::there);
                    parker.parkNanos(nanos);
                    kernel.jobs().cancel(JOB);
                })
                .start();
    }

    private boolean canceled(JobInfo job) {
        return cancels && job.state() == JobStatus.CANCELED;
    }

    private boolean released(JobInfo job, BooleanSupplier died) {
        return canceled(job) ? checkpoints.onlyWhole(runtime, died) : checkpoints.released(runtime, died);
    }

    private void check(JobInfo job) {
        assertThat(book.problems()).isEmpty();
        assertThat(job.incidents().size()).as("%s", job.incidents()).isLessThanOrEqualTo(book.failures());
        if (canceled(job)) {
            output.assertNoIdTwice();
        } else {
            assertThat(job.state()).as("%s", job.cause()).isEqualTo(JobStatus.FINISHED);
            output.assertEachIdOnce();
        }
        checkpoints.assertForeignUntouched();
    }
}
