package io.github.foggara.state.heap;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.testkit.state.InMemoryStateTypes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A type that does not fit is refused in the name of the state that holds it, whether it is asked for before or after. */
class RefusalNamesStateTest {
    private static final ValueStateDescriptor<Long> SEEN = new ValueStateDescriptor<>("seen", Long.class);

    /** Every snapshot was written with types that do not fit. */
    private record Changed(StateTypes types) implements StateTypes {
        @Override
        public byte[] table() {
            return types.table();
        }

        @Override
        public <T> RecordCodec<T> codec(Class<T> type) {
            return types.codec(type);
        }

        @Override
        public StateTypes written(byte[] table, String state) {
            return new Unfit(table, state);
        }
    }

    private record Unfit(byte[] table, String state) implements StateTypes {
        @Override
        public <T> RecordCodec<T> codec(Class<T> type) {
            throw new IncompatibleStateException("State " + state + " cannot be restored");
        }

        @Override
        public StateTypes written(byte[] other, String whose) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class OneGroup implements KeyGrouping {
        @Override
        public int group(Object key) {
            return 0;
        }

        @Override
        public int group(long key) {
            return 0;
        }
    }

    private static KeyedStateBackend backend(StateTypes types) {
        return new HeapStateBackend()
                .createKeyed(new StateContext(
                        "count",
                        "count-uid",
                        Object.class,
                        1,
                        new KeyGroupRange(0, 0),
                        types,
                        OneGroup::new,
                        Configuration.EMPTY));
    }

    private static byte[] written(StateTypes types) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (KeyedStateBackend before = backend(types)) {
            var seen = before.state(SEEN);
            before.currentKey(5L);
            seen.update(1L);
            try (KeyedSnapshot snapshot = before.snapshot()) {
                snapshot.write(group -> bytes);
            }
        }
        return bytes.toByteArray();
    }

    @Test
    void theStateIsNamed() throws IOException {
        StateTypes types = InMemoryStateTypes.turned(0);
        byte[] bytes = written(types);
        StateTypes changed = new Changed(types);
        StateTypes then = changed.written(types.table(), "of operator 'count'");
        try (KeyedStateBackend first = backend(changed);
                KeyedStateBackend later = backend(changed)) {
            first.state(SEEN);
            assertThatThrownBy(() -> first.restore(0, then, new ByteArrayInputStream(bytes)))
                    .isInstanceOf(IncompatibleStateException.class)
                    .hasMessageContaining("State 'seen' of operator 'count'");
            later.restore(0, then, new ByteArrayInputStream(bytes));
            assertThatThrownBy(() -> later.state(SEEN))
                    .isInstanceOf(IncompatibleStateException.class)
                    .hasMessageContaining("State 'seen' of operator 'count'");
        }
    }
}
