package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.checkpoint.CheckpointContext.Summary;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.TaskId;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What can happen to a job. Immutable; holds no object of a plugin or of user code. */
public sealed interface JobEvent {
    /** How far it must have come before anything is done because of it. */
    Durability durability();

    /** Classes of events (DESIGN: decide, apply, append, effect). */
    enum Durability {
        /** Its loss could change a result: it is on disk before its effect leaves. */
        DURABLE,
        /** Its loss costs a re-run: written with the next group. */
        RELAXED,
        /** Ends with the process: never written. */
        VOLATILE
    }

    /**
     * The graph is decided, and everything runs from its beginning; also the second one of a run whose graph has changed.
     *
     * @param program code that defined it, for messages
     * @param vertices in topological order
     * @param firstAttempt number of every task's first attempt, higher than any used before
     */
    record JobStarted(String fingerprint, String program, List<Vertex> vertices, int firstAttempt) implements JobEvent {
        public JobStarted {
            vertices = List.copyOf(vertices);
        }

        @Override
        public Durability durability() {
            return Durability.DURABLE;
        }

        /**
         * @param parallelism from 1
         */
        public record Vertex(String name, int parallelism) {}
    }

    /**
     * An attempt has done all it had to do.
     *
     * @param committables by uid of the sink
     * @param progress its last counters
     */
    record TaskFinished(TaskId task, int attempt, Map<String, List<byte[]>> committables, Counters progress)
            implements JobEvent {
        public TaskFinished {
            committables = Map.copyOf(committables);
        }

        @Override
        public Durability durability() {
            return Durability.RELAXED;
        }
    }

    /**
     * These tasks run again from their beginning, each with the next attempt number, without a failure of theirs.
     *
     * @param why for logs
     */
    record TasksReset(String why, Set<TaskId> tasks) implements JobEvent {
        public TasksReset {
            tasks = new TreeSet<>(tasks);
        }

        @Override
        public Durability durability() {
            return Durability.DURABLE;
        }
    }

    /** A failure was answered; the tasks that restart are reset as by {@link TasksReset}. */
    record FailureDecided(Incident incident) implements JobEvent {
        @Override
        public Durability durability() {
            return Durability.DURABLE;
        }
    }

    /** One more failure of an incident that is decided already: nothing follows from it. */
    record FailureNoted(long incident, Failure failure) implements JobEvent {
        @Override
        public Durability durability() {
            return Durability.RELAXED;
        }
    }

    /**
     * An attempt, current or replaced, is in another state; not {@link ExecutionState#FINISHED}, which is {@link TaskFinished}.
     *
     * @param why for logs
     */
    record AttemptChanged(ExecutionAttemptId attempt, ExecutionState to, String why) implements JobEvent {
        @Override
        public Durability durability() {
            return Durability.VOLATILE;
        }
    }

    /** An executor still runs attempts that an earlier JobMaster deployed. */
    record AttemptsFound(List<ExecutionAttemptId> attempts) implements JobEvent {
        public AttemptsFound {
            attempts = List.copyOf(attempts);
        }

        @Override
        public Durability durability() {
            return Durability.VOLATILE;
        }
    }

    /** How far an attempt is. */
    record Progressed(ExecutionAttemptId attempt, Counters progress) implements JobEvent {
        @Override
        public Durability durability() {
            return Durability.VOLATILE;
        }
    }

    /** The number of a checkpoint is taken: no other one of the run, also in a later life, has it. */
    record CheckpointIssued(long checkpoint, CheckpointMetadata.Kind kind) implements JobEvent {
        @Override
        public Durability durability() {
            return Durability.DURABLE;
        }
    }

    /** A checkpoint is whole and stored: what restarts from now on goes on from it, and what it publishes is published. */
    record CheckpointCompleted(CheckpointMetadata.Pointer pointer, Summary summary) implements JobEvent {
        @Override
        public Durability durability() {
            return Durability.DURABLE;
        }
    }

    /**
     * A checkpoint was given up.
     *
     * @param reason name of the reason
     * @param words for users
     */
    record CheckpointAborted(long checkpoint, String reason, String words, Summary summary) implements JobEvent {
        @Override
        public Durability durability() {
            return Durability.RELAXED;
        }
    }

    /** A completed checkpoint is deleted or cannot be read: nothing restarts from it. */
    record CheckpointDiscarded(long checkpoint) implements JobEvent {
        @Override
        public Durability durability() {
            return Durability.RELAXED;
        }
    }

    /**
     * The run had a log before this one that could not be used, so what it published is not known.
     *
     * @param words for users
     */
    record LogReplaced(String words) implements JobEvent {
        @Override
        public Durability durability() {
            return Durability.DURABLE;
        }
    }

    /**
     * All that the events before it said: a log that was compacted begins with it. In a state that has those events it changes nothing.
     */
    record Imaged(JobImage image) implements JobEvent {
        @Override
        public Durability durability() {
            return Durability.DURABLE;
        }
    }
}
