package io.github.foggara.kernel.simulation;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Takes its time with messages between JobMasters and the executor of one container. What one of them says to the other arrives in its
 * order; a JobMaster that is gone may still be heard. What is under way dies with the container.
 */
final class Network implements TaskExecutorGateway {
    private final EngineRuntime runtime;
    private final SplittableRandom random;
    private final TaskExecutorGateway executor;
    private final Chaos chaos;
    private final Witness witness;
    private final Map<Long, Line> toExecutor = new HashMap<>();
    private final Map<Long, Line> toMaster = new HashMap<>();

    Network(EngineRuntime runtime, long seed, Chaos chaos, Witness witness, TaskExecutorGateway executor) {
        this.witness = witness;
        this.runtime = runtime;
        this.random = new SplittableRandom(seed);
        this.chaos = chaos;
        this.executor = executor;
    }

    /** One direction between two parties. */
    private final class Line {
        private final long bound;
        private long last;

        Line(long bound) {
            this.bound = bound;
        }

        void send(Runnable message) {
            if (bound == 0) {
                message.run();
                return;
            }
            long now = runtime.nanoTime();
            last = Math.max(last, now + random.nextLong(bound));
            runtime.schedule(last - now, message);
        }
    }

    private Line toExecutor(long epoch) {
        return toExecutor.computeIfAbsent(epoch, e -> new Line(chaos.toExecutorNanos()));
    }

    private JobMasterGateway back(long epoch, JobMasterGateway owner) {
        return new Back(toMaster.computeIfAbsent(epoch, e -> new Line(chaos.toMasterNanos())), owner);
    }

    @Override
    public void deploy(TaskDeployment deployment, JobMasterGateway owner) {
        long epoch = deployment.epoch();
        witness.deployed(deployment);
        toExecutor(epoch).send(() -> executor.deploy(deployment, back(epoch, owner)));
    }

    @Override
    public void cancel(ExecutionAttemptId attempt, long epoch) {
        toExecutor(epoch).send(() -> executor.cancel(attempt, epoch));
    }

    @Override
    public void addSplits(ExecutionAttemptId attempt, long epoch, List<byte[]> splits, boolean noMore) {
        toExecutor(epoch).send(() -> executor.addSplits(attempt, epoch, splits, noMore));
    }

    @Override
    public void takeOver(JobId job, long epoch, JobMasterGateway owner) {
        toExecutor(epoch).send(() -> executor.takeOver(job, epoch, back(epoch, owner)));
    }

    @Override
    public void triggerCheckpoint(ExecutionAttemptId attempt, long epoch, CheckpointBarrier barrier) {
        toExecutor(epoch).send(() -> executor.triggerCheckpoint(attempt, epoch, barrier));
    }

    @Override
    public void checkpointCompleted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        witness.actedOn(checkpoint, "told");
        toExecutor(epoch).send(() -> executor.checkpointCompleted(attempt, epoch, checkpoint));
    }

    @Override
    public void checkpointAborted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        toExecutor(epoch).send(() -> executor.checkpointAborted(attempt, epoch, checkpoint));
    }

    @Override
    public void releasePartitions(JobId job, long epoch, List<ResultPartitionId> partitions) {
        toExecutor(epoch).send(() -> executor.releasePartitions(job, epoch, partitions));
    }

    @Override
    public void abandonJob(JobId job) {
        toExecutor(-1).send(() -> executor.abandonJob(job));
    }

    @Override
    public void releaseJob(JobId job, long epoch, JobMasterGateway owner) {
        toExecutor(epoch).send(() -> executor.releaseJob(job, epoch, back(epoch, owner)));
    }

    private record Back(Line line, JobMasterGateway master) implements JobMasterGateway {
        @Override
        public void report(ExecutionAttemptId attempt, TaskReport report) {
            line.send(() -> master.report(attempt, report));
        }

        @Override
        public void requestSplit(ExecutionAttemptId attempt) {
            line.send(() -> master.requestSplit(attempt));
        }

        @Override
        public void attempts(List<ExecutionAttemptId> running) {
            line.send(() -> master.attempts(running));
        }

        @Override
        public void released() {
            line.send(master::released);
        }
    }
}
