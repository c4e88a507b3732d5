package io.github.foggara.state.heap;

import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.state.StateContext;
import java.util.List;

/** State in the memory of the process. Any thread; what it makes belongs to a task. */
public final class HeapStateBackend implements StateBackend {
    public static final String NAME = "heap";

    /** The engine's option: mutable objects are handed on without a copy. */
    static final Option<Boolean> OBJECT_REUSE = new Option<>(
            "pipeline.object-reuse",
            OptionType.BOOLEAN,
            false,
            "",
            any -> true,
            TakesEffect.RESTART,
            "Keep mutable objects in state without a copy");

    /** None of its own. */
    @Override
    public OptionSet options() {
        return new OptionSet("state heap", List.of());
    }

    @Override
    public KeyedStateBackend createKeyed(StateContext context) {
        return new HeapKeyedStateBackend(context);
    }

    @Override
    public OperatorStateBackend createOperator(StateContext context) {
        return new HeapOperatorStateBackend(context);
    }
}
