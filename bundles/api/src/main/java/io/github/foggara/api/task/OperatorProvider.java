package io.github.foggara.api.task;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
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
}
