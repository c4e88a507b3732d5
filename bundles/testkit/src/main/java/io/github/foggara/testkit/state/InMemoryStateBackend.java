package io.github.foggara.testkit.state;

import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.state.StateContext;
import java.util.List;

/** The simplest state backend: everything is kept encoded, so nothing is ever shared. */
public final class InMemoryStateBackend implements StateBackend {
    @Override
    public OptionSet options() {
        return new OptionSet("state in memory", List.of());
    }

    @Override
    public KeyedStateBackend createKeyed(StateContext context) {
        return new InMemoryKeyedState(context);
    }

    @Override
    public OperatorStateBackend createOperator(StateContext context) {
        return new InMemoryOperatorState(context);
    }
}
