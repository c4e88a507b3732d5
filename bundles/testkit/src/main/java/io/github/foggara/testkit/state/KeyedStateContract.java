package io.github.foggara.testkit.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.api.types.UnregisteredTypeException;
import io.github.foggara.testkit.state.InMemoryStateTypes.Tag;
import io.github.foggara.testkit.state.StateModel.States;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** State per key, without snapshots. */
abstract class KeyedStateContract extends StateFixture {
    static final ValueStateDescriptor<Long> NUMBER = new ValueStateDescriptor<>("number", Long.class);

    @Test
    void keysOfAllFormsAreApart() {
        KeyedStateBackend backend = keyed();
        ValueState<Long> state = backend.state(NUMBER);
        List<Object> keys =
                List.of(0L, 0, "0", 1L, 1, "1", new Tag("0", 0), new Tag("0", 1), -1L, -1, "", Long.MIN_VALUE);
        for (int i = 0; i < keys.size(); i++) {
            backend.currentKey(keys.get(i));
            assertThat(state.value()).as("before, of %s", keys.get(i)).isNull();
            state.update((long) i);
        }
        for (int i = 0; i < keys.size(); i++) {
            backend.currentKey(keys.get(i));
            assertThat(state.value()).as("of %s", keys.get(i)).isEqualTo(i);
        }
        assertThat(backend.entries()).isEqualTo(keys.size());
    }

    @Test
    void whatIsClearedIsGone() {
        KeyedStateBackend backend = keyed();
        ValueState<Long> state = backend.state(NUMBER);
        backend.currentKey("a");
        state.update(1L);
        state.clear();
        assertThat(state.value()).isNull();
        state.update(2L);
        state.update(null);
        assertThat(state.value()).isNull();
        assertThat(backend.entries()).isZero();
        assertThat(written(backend).groups()).isEmpty();
    }

    @Test
    void anyOrderOfOperationsDoesWhatItSays() throws Exception {
        for (int seed = 0; seed < 6; seed++) {
            StateModel model = new StateModel();
            States states = States.of(keyed());
            Random random = new Random(seed);
            for (int round = 0; round < 5; round++) {
                model.change(states, random, 1_500, key -> true);
                model.check(states, key -> true);
            }
        }
    }

    @Test
    void aNameStandsForOneState() {
        KeyedStateBackend backend = keyed();
        ValueState<Long> first = backend.state(NUMBER);
        ValueState<Long> second = backend.state(NUMBER);
        backend.currentKey(1L);
        first.update(5L);
        assertThat(second.value()).isEqualTo(5L);
        assertThatThrownBy(() -> backend.state(new ValueStateDescriptor<>("number", String.class)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("number");
        assertThatThrownBy(() -> backend.state(new ListStateDescriptor<>("number", Long.class)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("number");
    }

    @Test
    void withoutACurrentKeyThereIsNoState() {
        KeyedStateBackend backend = keyed();
        ValueState<Long> state = backend.state(NUMBER);
        assertThatThrownBy(state::value).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> state.update(1L)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> backend.currentKey(null)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void withoutAKeyAnyMoreThereIsNoState() {
        KeyedStateBackend backend = keyed();
        ValueState<Long> state = backend.state(NUMBER);
        for (Object key : List.of(5L, "five")) {
            backend.currentKey(key);
            state.update(1L);
            backend.noKey();
            assertThatThrownBy(state::value).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> state.update(2L)).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(state::clear).isInstanceOf(IllegalStateException.class);
            backend.currentKey(key);
            assertThat(state.value()).isEqualTo(1L);
        }
    }

    @Test
    void aTypeThatIsNotRegisteredIsRefusedAtOnce() {
        KeyedStateBackend backend = keyed();
        assertThatThrownBy(() -> backend.state(new ValueStateDescriptor<>("thread", Thread.class)))
                .isInstanceOf(UnregisteredTypeException.class);
    }

    @Test
    void aMutableKeyMayChangeAfterwards() {
        KeyedStateBackend backend = keyed();
        ValueState<Long> state = backend.state(NUMBER);
        List<Object> key = new ArrayList<>(List.of(1L));
        backend.currentKey(key);
        state.update(7L);
        key.set(0, 2L);
        backend.currentKey(List.of(2L));
        assertThat(state.value()).isNull();
        backend.currentKey(List.of(1L));
        assertThat(state.value()).isEqualTo(7L);
    }

    @Test
    void noNullIsKept() {
        KeyedStateBackend backend = keyed();
        backend.currentKey(1L);
        assertThatThrownBy(() -> backend.state(StateModel.MAP).put(1L, null)).isInstanceOf(NullPointerException.class);
        assertThat(backend.state(StateModel.MAP).isEmpty()).isTrue();
        ListState<String> list = backend.state(StateModel.LIST);
        assertThatThrownBy(() -> list.add(null)).isInstanceOf(NullPointerException.class);
        assertThat(list.get()).isEmpty();
    }

    @Test
    void whatAFunctionThrowsComesOut() throws Exception {
        KeyedStateBackend backend = keyed();
        var state = backend.state(new ReducingStateDescriptor<>(
                "odd",
                (Long left, Long right) -> {
                    throw new IOException("no");
                },
                Long.class));
        backend.currentKey(1L);
        state.add(1L);
        assertThatThrownBy(() -> state.add(2L)).isInstanceOf(IOException.class);
        assertThat(state.get()).isEqualTo(1L);
    }
}
