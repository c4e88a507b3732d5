package io.github.foggara.kernel.remote.message;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.gateway.TaskReport;
import java.util.List;

/** One call of a {@link io.github.foggara.kernel.gateway.JobMasterGateway}, from a TaskManager to the JobMaster of that epoch. */
public sealed interface Answer {
    JobId job();

    /** Of the JobMaster that it is said to. */
    long epoch();

    record Report(ExecutionAttemptId attempt, long epoch, TaskReport report) implements Answer {
        @Override
        public JobId job() {
            return attempt.job();
        }
    }

    record RequestSplit(ExecutionAttemptId attempt, long epoch) implements Answer {
        @Override
        public JobId job() {
            return attempt.job();
        }
    }

    record Attempts(JobId job, long epoch, List<ExecutionAttemptId> running) implements Answer {
        public Attempts {
            running = List.copyOf(running);
        }
    }

    record Released(JobId job, long epoch) implements Answer {}

    /**
     * @param trouble why the placement failed; empty if it did not
     */
    record Placed(JobId job, long epoch, List<ExecutionAttemptId> attempts, byte[] location, String trouble)
            implements Answer {
        public Placed {
            attempts = List.copyOf(attempts);
        }
    }
}
