package io.github.foggara.api.state;

import io.github.foggara.api.plugin.OptionSet;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: the root of a state backend plugin, published as a service with {@code foggara.plugin=NAME}. Thread: {@link #createKeyed} and
 * {@link #createOperator} on the task thread, once per operator and attempt; they may block. A failure fails the attempt.
 */
@ProviderType
public interface StateBackend {
    /** The options it reads, for validation and forms. Any thread, never blocks. */
    OptionSet options();

    KeyedStateBackend createKeyed(StateContext context);

    OperatorStateBackend createOperator(StateContext context);
}
