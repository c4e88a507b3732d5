package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.job.SplitEnumerator;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.FakeBackend;
import io.github.foggara.kernel.fixture.FakeCheckpoints;
import io.github.foggara.kernel.fixture.FakeExecutor;
import io.github.foggara.kernel.fixture.FakeSource;
import io.github.foggara.kernel.fixture.Graphs;
import io.github.foggara.kernel.fixture.MemoryStorage;
import io.github.foggara.kernel.fixture.TestStrategies;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A streaming job 'source' → 'sink' with checkpoints, on a bench; tasks say what the test wants. */
final class CheckpointRun {
    static final Duration DELAY = Duration.ofSeconds(3);
    /** Before what does not fit is tried again. */
    static final Duration RETRY = Duration.ofSeconds(10);

    static final Map<String, String> OPTIONS = Map.of(
            "parallelism", "1",
            "execution.runtime-mode", "STREAMING",
            "execution.checkpointing.interval", "1 h",
            "restart-strategy.type", "fixed-delay",
            "failover.strategy", "region");

    final Bench bench;
    final MemoryStorage storage;
    final FakeCheckpoints plugin;
    final TestRun run;
    /** What enumerators were made with, in words. */
    final BlockingQueue<String> enumerators = new LinkedBlockingQueue<>();

    final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    volatile boolean replayable = true;
    volatile boolean enumeratorKeepsState = true;

    CheckpointRun() {
        this(new Bench(), new MemoryStorage(), OPTIONS);
    }

    /** As another process that shares disks with the one before it. */
    CheckpointRun(CheckpointRun before) {
        this(new Bench(before.bench), before.storage, before.run.options);
    }

    CheckpointRun(Bench bench, MemoryStorage storage, Map<String, String> options) {
        this.bench = bench;
        this.storage = storage;
        this.plugin = new FakeCheckpoints(storage);
        this.run = new TestRun(bench, options);
        bench.plugins.register(
                RestartBackoffStrategy.class, "fixed-delay", "backoff/1.0", 0, TestStrategies.fixedDelay(9, DELAY));
        bench.plugins.register(FailoverStrategy.class, "region", "failover/1.0", 0, TestStrategies.region());
        bench.plugins.register(StateBackend.class, "heap", "heap/1.0", 0, new FakeBackend());
        bench.plugins.register(CheckpointService.class, "default", "checkpoint/1.0", 0, plugin);
        bench.programs.add("p", "1", parameters -> Graphs.sourceToSink(new Counting(), bench.sink));
    }

    /** Two tasks that run. */
    List<TaskDeployment> started() throws InterruptedException {
        run.start();
        return running();
    }

    List<TaskDeployment> running() throws InterruptedException {
        List<TaskDeployment> tasks = run.deployed(2);
        run.running(tasks);
        return tasks;
    }

    void trigger() {
        run.master.trigger(CheckpointMetadata.Kind.CHECKPOINT, new CheckpointCoordinator.Answer() {
            @Override
            public void completed(CheckpointMetadata.Pointer pointer) {
                answers.add("complete " + pointer.id());
            }

            @Override
            public void failed(String words) {
                answers.add("failed: " + words);
            }
        });
    }

    /** Begins one and lets every task acknowledge it. */
    void acknowledged(List<TaskDeployment> tasks, String split, String committable) throws InterruptedException {
        trigger();
        acknowledge(tasks, take(bench.executor.triggered).checkpoint(), split, committable);
    }

    void acknowledge(List<TaskDeployment> tasks, long checkpoint, String split, String committable) {
        run.report(
                tasks.get(0).attempt(),
                new TaskReport.Acknowledged(checkpoint, snapshot("source", List.of(bytes(split)), List.of())));
        run.report(
                tasks.get(1).attempt(),
                new TaskReport.Acknowledged(checkpoint, snapshot("sink", List.of(), List.of(bytes(committable)))));
    }

    /** One that is complete and told. */
    void complete(List<TaskDeployment> tasks, String split, String committable) throws InterruptedException {
        acknowledged(tasks, split, committable);
        String answer = take(answers);
        if (!answer.startsWith("complete")) {
            throw new AssertionError(answer);
        }
        take(bench.executor.completed);
        take(bench.executor.completed);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static SubtaskSnapshot snapshot(String uid, List<byte[]> splits, List<byte[]> committables) {
        OperatorSnapshot operator =
                new OperatorSnapshot(new byte[0], Optional.empty(), List.of(), splits, committables);
        return new SubtaskSnapshot(
                Map.of(uid, operator), false, new long[0], new long[0], new SubtaskSnapshot.Figures(0, 0, 0, 0));
    }

    /** Splits that a deployment restores. */
    static List<String> restoredSplits(TaskDeployment deployment) {
        List<String> splits = new ArrayList<>();
        new HashMap<>(deployment.restore().orElseThrow().state())
                .values()
                .forEach(list -> list.forEach(one ->
                        one.splits().forEach(split -> splits.add(new String(split, StandardCharsets.UTF_8)))));
        return splits;
    }

    /** The next ones that arrive at a task. */
    List<String> splits() throws InterruptedException {
        return take(bench.executor.splits).splits().stream()
                .map(split -> new String(split, StandardCharsets.UTF_8))
                .toList();
    }

    /** Hands out one number per request. */
    private final class Counting implements Source<String, String> {
        @Override
        public Boundedness boundedness() {
            return Boundedness.UNBOUNDED;
        }

        @Override
        public boolean replayable() {
            return replayable;
        }

        @Override
        public SplitEnumerator<String> createEnumerator(EnumeratorContext<String> context) {
            enumerators.add("fresh");
            return new Enumerator(context, 0);
        }

        @Override
        public SplitEnumerator<String> restoreEnumerator(EnumeratorContext<String> context, byte[] state) {
            enumerators.add("restored at " + state[0]);
            return new Enumerator(context, state[0]);
        }

        @Override
        public SourceReader<String, String> createReader(ReaderContext context) {
            throw new UnsupportedOperationException("no task runs here");
        }

        @Override
        public SplitCodec<String> splitCodec() {
            return FakeSource.bounded().splitCodec();
        }
    }

    private final class Enumerator implements SplitEnumerator<String> {
        private final EnumeratorContext<String> context;
        private int next;

        Enumerator(EnumeratorContext<String> context, int next) {
            this.context = context;
            this.next = next;
        }

        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask) {
            context.assign(subtask, "split " + next++);
        }

        @Override
        public void addSplitsBack(List<String> splits, int subtask) {}

        @Override
        public byte[] snapshot(long checkpoint) throws Exception {
            return enumeratorKeepsState ? new byte[] {(byte) next} : SplitEnumerator.super.snapshot(checkpoint);
        }

        @Override
        public void close() {}
    }

    /** Numbers and lines are told after a while: so time passes. */
    RunReport told(Predicate<RunReport> wanted) throws InterruptedException {
        while (true) {
            RunReport next = run.reports.poll(20, TimeUnit.MILLISECONDS);
            if (next == null) {
                bench.runtime.advance(Duration.ofMillis(100));
            } else if (wanted.test(next)) {
                return next;
            }
        }
    }

    /** Only these are left: deleting the others is work of an io thread. */
    void awaitCheckpoints(Long... ids) {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!storage.ids().equals(List.of(ids))) {
            assertThat(System.nanoTime())
                    .as("%s are there instead of %s", storage.ids(), List.of(ids))
                    .isLessThan(limit);
            Thread.onSpinWait();
        }
    }

    FakeExecutor executor() {
        return bench.executor;
    }
}
