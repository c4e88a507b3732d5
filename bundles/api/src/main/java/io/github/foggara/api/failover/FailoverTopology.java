package io.github.foggara.api.failover;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The tasks of a job and what they read of each other, as one decision sees it. Thread: the job's main thread, during the call it was handed
 * to; not to be kept.
 */
@ProviderType
public interface FailoverTopology {
    /** All tasks, in topological order. */
    List<TaskId> tasks();

    /** Subtasks of a vertex. */
    int parallelism(int vertex);

    /** What this task reads, one per channel. */
    List<Channel> inputs(TaskId task);

    /** What this task writes, one per channel. */
    List<Channel> outputs(TaskId task);

    /** Whether its current attempt has finished. */
    boolean finished(TaskId task);

    /**
     * A subpartition between two tasks.
     *
     * @param blocking whether it can be read again after its producer has ended, and is read only then
     * @param available whether what the producer has finished can still be read; false for an exchange that is not blocking
     */
    record Channel(TaskId producer, TaskId consumer, boolean blocking, boolean available) {}
}
