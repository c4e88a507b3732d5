package io.github.foggara.api.checkpoint;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.Configuration;
import java.util.Map;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: decides when a checkpoint begins, collects what tasks say of it, completes or gives it up. Thread: main; nothing blocks, files
 * are written by {@link CheckpointContext#io}. It decides and tells; whatever has an effect goes through its {@link CheckpointContext}.
 */
@ProviderType
public interface CheckpointCoordinator extends AutoCloseable {
    /**
     * Tasks of a life are deployed, or some were again. Triggers wait until all that run are RUNNING.
     */
    void tasksChanged();

    /** Other values of the options; also for a checkpoint in flight. */
    void reconfigure(Configuration configuration);

    /**
     * Begins one now, whatever the interval says; after others that run, if no more may.
     *
     * @param answer told once, on main
     */
    void trigger(CheckpointMetadata.Kind kind, Answer answer);

    /** The event that the id is issued is durable: the cut may begin. */
    void issued(long checkpoint);

    /** State of all enumerators, by uid. */
    void coordinatorsSnapshotted(long checkpoint, Map<String, byte[]> states);

    void acknowledge(ExecutionAttemptId attempt, long checkpoint, SubtaskSnapshot snapshot);

    /** Also of an enumerator, then without an attempt. */
    void decline(ExecutionAttemptId attempt, long checkpoint, CheckpointDecline reason, String words);

    /** That the checkpoint is complete is durable: it may be told and older ones deleted. */
    void recorded(long checkpoint);

    /**
     * That the checkpoint is complete is not recorded and never will be, though {@link CheckpointContext#complete} was told so: it was fenced,
     * or a newer one was complete before. It is given up as one that failed, and its files go.
     */
    void refused(long checkpoint, String words);

    /**
     * Tasks restart: gives up every pending checkpoint, before the restore point is read.
     *
     * @return highest id issued so far: barriers up to it are void for the restarted tasks
     */
    long fence(Set<TaskId> restarted, String why);

    /**
     * Gives up what is pending, stops timers. Completed checkpoints stay: what becomes of them when the run is over is decided by {@link
     * CheckpointService#release}, because a crash may come before its end is recorded.
     */
    void close(End end);

    @Override
    default void close() {
        close(End.SUSPENDED);
    }

    /** How the life ends. */
    enum End {
        FINISHED,
        CANCELED,
        FAILED,
        /** Another life follows. */
        SUSPENDED
    }

    /** Of a checkpoint that was asked for. */
    interface Answer {
        void completed(CheckpointMetadata.Pointer pointer);

        void failed(String words);
    }
}
