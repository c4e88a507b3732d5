package io.github.foggara.kernel.simulation;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Executors that do one thing wrong. */
final class BrokenExecutors {
    private BrokenExecutors() {}

    private record Subtask(int vertex, int subtask) {
        static Subtask of(ExecutionAttemptId attempt) {
            return new Subtask(attempt.vertex(), attempt.subtask());
        }
    }

    /** Nothing runs, it says to a new JobMaster. */
    static final class Forgetful extends ExecutorBetween {
        Forgetful(TaskExecutorGateway executor) {
            super(executor);
        }

        @Override
        JobMasterGateway owner(JobMasterGateway master) {
            return new MasterBetween(master) {
                @Override
                public void attempts(List<ExecutionAttemptId> running) {
                    super.attempts(List.of());
                }
            };
        }
    }

    /** A cancel is answered and not done. */
    static final class Lazy extends ExecutorBetween {
        private JobMasterGateway newest;

        Lazy(TaskExecutorGateway executor) {
            super(executor);
        }

        @Override
        JobMasterGateway owner(JobMasterGateway master) {
            newest = master;
            return master;
        }

        @Override
        public void cancel(ExecutionAttemptId attempt, long epoch) {
            newest.report(attempt, new TaskReport.Canceled());
        }
    }

    /** Splits of an attempt that is not the first come so many times. */
    static final class Splits extends ExecutorBetween {
        private final int times;

        Splits(TaskExecutorGateway executor, int times) {
            super(executor);
            this.times = times;
        }

        @Override
        public void addSplits(ExecutionAttemptId attempt, long epoch, List<byte[]> splits, boolean noMore) {
            List<byte[]> wrong = new ArrayList<>();
            for (int i = 0; i < (attempt.attempt() == 0 ? 1 : times); i++) {
                wrong.addAll(splits);
            }
            super.addSplits(attempt, epoch, wrong, noMore);
        }
    }

    /** What finished is said to have finished before it has closed: at the moment it opens. */
    static final class Hasty extends ExecutorBetween {
        Hasty(TaskExecutorGateway executor) {
            super(executor);
        }

        @Override
        JobMasterGateway owner(JobMasterGateway master) {
            return new MasterBetween(master) {
                @Override
                public void report(ExecutionAttemptId attempt, TaskReport report) {
                    super.report(attempt, report);
                    if (report instanceof TaskReport.Running && attempt.attempt() > 0) {
                        super.report(attempt, new TaskReport.Finished(Map.of(), new TaskReport.Progress(0, 0, 0)));
                    }
                }
            };
        }
    }

    /** What an attempt has made comes twice. */
    static final class Doubling extends ExecutorBetween {
        Doubling(TaskExecutorGateway executor) {
            super(executor);
        }

        @Override
        JobMasterGateway owner(JobMasterGateway master) {
            return new MasterBetween(master) {
                @Override
                public void report(ExecutionAttemptId attempt, TaskReport report) {
                    super.report(
                            attempt,
                            report instanceof TaskReport.Finished done && attempt.attempt() > 0
                                    ? doubled(done)
                                    : report);
                }
            };
        }

        private static TaskReport doubled(TaskReport.Finished done) {
            Map<String, List<byte[]>> twice = new HashMap<>();
            done.committables().forEach((uid, made) -> {
                List<byte[]> all = new ArrayList<>(made);
                all.addAll(made);
                twice.put(uid, all);
            });
            return new TaskReport.Finished(twice, done.last());
        }
    }

    /** The failure of an attempt is told again when the next one has finished. */
    static final class Echoing extends ExecutorBetween {
        private final Map<Subtask, TaskReport> failures = new HashMap<>();

        Echoing(TaskExecutorGateway executor) {
            super(executor);
        }

        @Override
        JobMasterGateway owner(JobMasterGateway master) {
            return new MasterBetween(master) {
                @Override
                public void report(ExecutionAttemptId attempt, TaskReport report) {
                    Subtask task = Subtask.of(attempt);
                    TaskReport told = report;
                    if (report instanceof TaskReport.Failed) {
                        failures.put(task, report);
                    } else if (report instanceof TaskReport.Finished && failures.containsKey(task)) {
                        told = failures.remove(task);
                    }
                    super.report(attempt, told);
                }
            };
        }
    }
}
