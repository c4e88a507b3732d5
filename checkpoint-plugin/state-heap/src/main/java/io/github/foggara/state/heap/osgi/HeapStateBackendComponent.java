package io.github.foggara.state.heap.osgi;

import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.state.heap.HeapStateBackend;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Modified;

/** The state backend {@code heap} as a DS component. */
@Component(
        service = StateBackend.class,
        immediate = true,
        configurationPid = "foggara.state.heap",
        property = "foggara.plugin=" + HeapStateBackend.NAME)
public final class HeapStateBackendComponent implements StateBackend {
    private final StateBackend backend = new HeapStateBackend();

    /** Reads nothing; without it a changed configuration of the bundle would replace the service. */
    @Modified
    public void modified() {}

    @Override
    public OptionSet options() {
        return backend.options();
    }

    @Override
    public KeyedStateBackend createKeyed(StateContext context) {
        return backend.createKeyed(context);
    }

    @Override
    public OperatorStateBackend createOperator(StateContext context) {
        return backend.createOperator(context);
    }
}
