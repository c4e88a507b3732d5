package io.github.foggara.testkit.state;

import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordOutput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The reference backend with one bug. */
final class BrokenStateBackend implements StateBackend {
    private final PlantedBug bug;

    BrokenStateBackend(PlantedBug bug) {
        this.bug = bug;
    }

    @Override
    public OptionSet options() {
        return new OptionSet("broken", List.of());
    }

    @Override
    public KeyedStateBackend createKeyed(StateContext context) {
        return new BrokenKeyedState(bug, context);
    }

    @Override
    public OperatorStateBackend createOperator(StateContext context) {
        if (bug == PlantedBug.UNION_DOUBLED) {
            return new Unkeyed(new StateContext(
                    context.operator(),
                    context.uid(),
                    context.keyType(),
                    context.maxParallelism(),
                    StateFixture.ALL,
                    context.types(),
                    context.grouping(),
                    context.configuration()));
        }
        return new Unkeyed(context);
    }

    /** The same bytes with a checksum that fits. */
    static InputStream resealed(byte[] bytes) {
        if (bytes.length < 4) {
            return new ByteArrayInputStream(bytes);
        }
        RecordOutput out = new RecordOutput(bytes.length);
        out.writeBytes(bytes, 0, bytes.length - 4);
        return new ByteArrayInputStream(Sealed.seal(out));
    }

    private final class Unkeyed extends InMemoryOperatorState {
        Unkeyed(StateContext context) {
            super(context);
        }

        @Override
        Map<String, Stored> kept() {
            return bug == PlantedBug.ELEMENTS_FORGOTTEN ? Map.of() : super.kept();
        }

        @Override
        public <T> ListState<T> listState(ListStateDescriptor<T> descriptor) {
            ListState<T> state = super.listState(descriptor);
            return bug == PlantedBug.ELEMENTS_SHARED ? new Shared<>(state) : state;
        }

        @Override
        public List<Part> snapshot() {
            if (bug != PlantedBug.UNION_SPLIT) {
                return super.snapshot();
            }
            return super.snapshot().stream()
                    .map(part -> new Part(part.name(), Kind.SPLIT, part.elements()))
                    .toList();
        }

        @Override
        public void restore(String name, Kind kind, StateTypes written, InputStream in) throws IOException {
            boolean reseal = bug == PlantedBug.ELEMENT_CHECKSUM_IGNORED;
            super.restore(name, kind, written, reseal ? resealed(in.readAllBytes()) : in);
        }
    }

    /** Gives out the objects it was given. */
    private record Shared<T>(ListState<T> state, List<T> seen) implements ListState<T> {
        Shared(ListState<T> state) {
            this(state, new ArrayList<>());
        }

        @Override
        public Iterable<T> get() {
            return seen.isEmpty() ? state.get() : seen;
        }

        @Override
        public void add(T element) {
            state.add(element);
            seen.add(element);
        }

        @Override
        public void addAll(List<T> elements) {
            elements.forEach(this::add);
        }

        @Override
        public void update(List<T> elements) {
            clear();
            addAll(elements);
        }

        @Override
        public void clear() {
            state.clear();
            seen.clear();
        }
    }
}
