package io.github.foggara.kernel.simulation;

import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.gateway.TaskRestore;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Executors that do one thing about checkpoints wrong. */
final class BrokenSnapshots {
    private BrokenSnapshots() {}

    private record Subtask(int vertex, int subtask) {
        static Subtask of(ExecutionAttemptId attempt) {
            return new Subtask(attempt.vertex(), attempt.subtask());
        }
    }

    /** Hears what tasks acknowledge. */
    private abstract static class Listening extends ExecutorBetween {
        final Map<Subtask, TreeMap<Long, SubtaskSnapshot>> acknowledged = new HashMap<>();
        JobMasterGateway newest;

        Listening(TaskExecutorGateway executor) {
            super(executor);
        }

        /** What is told instead. */
        TaskReport.Acknowledged told(TaskReport.Acknowledged report) {
            return report;
        }

        @Override
        JobMasterGateway owner(JobMasterGateway master) {
            newest = master;
            return new MasterBetween(master) {
                @Override
                public void report(ExecutionAttemptId attempt, TaskReport report) {
                    if (report instanceof TaskReport.Acknowledged done) {
                        acknowledged
                                .computeIfAbsent(Subtask.of(attempt), s -> new TreeMap<>())
                                .put(done.checkpoint(), done.snapshot());
                        super.report(attempt, told(done));
                    } else {
                        if (report instanceof TaskReport.Failed) {
                            failed();
                        }
                        super.report(attempt, report);
                    }
                }
            };
        }

        /** A task says that it has failed. */
        void failed() {}
    }

    /** A task is told that a checkpoint is complete when it has acknowledged it. */
    static final class ToldTooEarly extends ExecutorBetween {
        private long epoch;

        ToldTooEarly(TaskExecutorGateway executor) {
            super(executor);
        }

        @Override
        public void deploy(TaskDeployment deployment, JobMasterGateway owner) {
            epoch = deployment.epoch();
            super.deploy(deployment, owner);
        }

        @Override
        JobMasterGateway owner(JobMasterGateway master) {
            return new MasterBetween(master) {
                @Override
                public void report(ExecutionAttemptId attempt, TaskReport report) {
                    super.report(attempt, report);
                    if (report instanceof TaskReport.Acknowledged done) {
                        executor.checkpointCompleted(attempt, epoch, done.checkpoint());
                    }
                }
            };
        }
    }

    /** An attempt restores what its subtask acknowledged one checkpoint before. */
    static final class Older extends Listening {
        Older(TaskExecutorGateway executor) {
            super(executor);
        }

        @Override
        public void deploy(TaskDeployment deployment, JobMasterGateway owner) {
            TaskRestore restore = deployment.restore().orElseThrow();
            TreeMap<Long, SubtaskSnapshot> known =
                    acknowledged.getOrDefault(Subtask.of(deployment.attempt()), new TreeMap<>());
            Map.Entry<Long, SubtaskSnapshot> older = known.lowerEntry(restore.checkpoint());
            Map<String, List<OperatorSnapshot>> state = new HashMap<>();
            if (older != null) {
                older.getValue().operators().forEach((uid, one) -> state.put(uid, List.of(one)));
            }
            super.deploy(older == null ? deployment : restoring(deployment, state), owner);
        }
    }

    /** What restarts goes on from the checkpoint that was the newest when the failure came: one that was under way completes behind it. */
    static final class Early extends Listening {
        private long complete;
        /** Negative: no failure came since the last checkpoint. */
        private long read = -1;

        Early(TaskExecutorGateway executor) {
            super(executor);
        }

        @Override
        public void checkpointCompleted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
            complete = Math.max(complete, checkpoint);
            super.checkpointCompleted(attempt, epoch, checkpoint);
        }

        @Override
        void failed() {
            read = complete;
        }

        @Override
        public void deploy(TaskDeployment deployment, JobMasterGateway owner) {
            TaskRestore restore = deployment.restore().orElseThrow();
            SubtaskSnapshot early = acknowledged
                    .getOrDefault(Subtask.of(deployment.attempt()), new TreeMap<>())
                    .get(read);
            Map<String, List<OperatorSnapshot>> state = new HashMap<>();
            if (early != null && read < restore.checkpoint()) {
                early.operators().forEach((uid, one) -> state.put(uid, List.of(one)));
            }
            super.deploy(state.isEmpty() ? deployment : restoring(deployment, state), owner);
        }
    }

    /** An attempt begins with nothing. */
    static final class Forgetting extends ExecutorBetween {
        Forgetting(TaskExecutorGateway executor) {
            super(executor);
        }

        @Override
        public void deploy(TaskDeployment deployment, JobMasterGateway owner) {
            super.deploy(restoring(deployment, Map.of()), owner);
        }
    }

    private static TaskDeployment restoring(TaskDeployment d, Map<String, List<OperatorSnapshot>> state) {
        TaskRestore r = d.restore().orElseThrow();
        TaskRestore other =
                new TaskRestore(r.service(), r.backend(), r.checkpoint(), r.floor(), r.directory(), r.storage(), state);
        return new TaskDeployment(
                d.attempt(),
                d.epoch(),
                d.jobName(),
                d.vertexName(),
                d.program(),
                d.code(),
                d.parameters(),
                d.token(),
                d.fingerprint(),
                d.chain(),
                d.parallelism(),
                d.maxParallelism(),
                d.mode(),
                d.channels(),
                d.outputs(),
                d.shuffle(),
                d.configuration(),
                d.memory(),
                Optional.of(other));
    }

    /** An acknowledgement of a former attempt is taken for the next checkpoint of the attempt in its place. */
    static final class Late extends Listening {
        Late(TaskExecutorGateway executor) {
            super(executor);
        }

        @Override
        public void triggerCheckpoint(ExecutionAttemptId attempt, long epoch, CheckpointBarrier barrier) {
            TreeMap<Long, SubtaskSnapshot> known = acknowledged.get(Subtask.of(attempt));
            if (attempt.attempt() > 0 && known != null) {
                newest.report(
                        attempt,
                        new TaskReport.Acknowledged(
                                barrier.id(), known.lastEntry().getValue()));
            }
            super.triggerCheckpoint(attempt, epoch, barrier);
        }
    }

    /** What a checkpoint is to publish does not stand in it. */
    static final class Unpublished extends Listening {
        Unpublished(TaskExecutorGateway executor) {
            super(executor);
        }

        @Override
        TaskReport.Acknowledged told(TaskReport.Acknowledged report) {
            SubtaskSnapshot whole = report.snapshot();
            Map<String, OperatorSnapshot> operators = new HashMap<>();
            whole.operators()
                    .forEach((uid, o) -> operators.put(
                            uid,
                            new OperatorSnapshot(o.types(), o.keyed(), o.operatorStates(), o.splits(), List.of())));
            return new TaskReport.Acknowledged(
                    report.checkpoint(),
                    new SubtaskSnapshot(
                            operators,
                            whole.operatorsFinished(),
                            whole.inputPositions(),
                            whole.outputPositions(),
                            whole.figures()));
        }
    }
}
