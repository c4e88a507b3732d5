package io.github.foggara.api.task;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.plugin.Configuration;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Makes the operators a plugin offers; a service with {@code foggara.plugin=NAME}. Thread: task. Must not block. An
 * exception fails the task.
 */
@ConsumerType
public interface OperatorProvider {
    /**
     * @throws IllegalArgumentException naming the operators it offers, if it does not know the reference
     */
    Operator<?, ?> create(OperatorRef reference);

    /**
     * How much bulk memory one subtask of the operator reserves at least, in bytes. Asked before the job is deployed, which is refused if the
     * container has less than all subtasks together need; what a subtask gets beyond that follows from it. Thread: the job's main thread. Must
     * not block.
     *
     * @param reference without its functions
     * @param configuration of the job
     * @throws IllegalArgumentException if the operator cannot run so, in words for users
     */
    default long minimumMemory(OperatorRef reference, Configuration configuration) {
        return 0;
    }
}
