package io.github.foggara.testkit.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.testkit.state.InMemoryStateTypes.Tag;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is read back: unknown states are kept, other kinds and types refused, damage is found. */
abstract class KeyedRestoreContract extends KeyedSnapshotContract {
    private static final List<Object> KEYS = List.of(1L, 2, "three", new Tag("four", 4), 5L);

    private KeyedStateBackend small(StateTypes types) throws Exception {
        KeyedStateBackend backend = backend().createKeyed(context(ALL, types));
        for (Object key : KEYS) {
            backend.currentKey(key);
            backend.state(NUMBER).update(10L);
            backend.state(StateModel.LIST).addAll(List.of("a", "b"));
            backend.state(StateModel.MAP).put(1L, new long[] {1, 2});
            backend.state(StateModel.REDUCING).add(new long[] {3});
            backend.state(StateModel.AGGREGATING).add(4L);
        }
        return backend;
    }

    @Test
    void statesNobodyAsksForAreWrittenAgain() throws Exception {
        Written first = written(small(TYPES));
        KeyedStateBackend second = keyed();
        restore(second, ALL, first);
        second.currentKey(KEYS.get(0));
        second.state(NUMBER).update(11L);
        KeyedStateBackend third = keyed();
        restore(third, ALL, written(second));
        KeyedStateBackend fourth = keyed();
        restore(fourth, ALL, written(third));
        for (Object key : KEYS) {
            fourth.currentKey(key);
            assertThat(fourth.state(NUMBER).value()).isEqualTo(key.equals(1L) ? 11L : 10L);
            assertThat(fourth.state(StateModel.LIST).get()).containsExactly("a", "b");
            assertThat(fourth.state(StateModel.MAP).get(1L)).containsExactly(1, 2);
            assertThat(fourth.state(StateModel.REDUCING).get()).containsExactly(3);
            assertThat(fourth.state(StateModel.AGGREGATING).get()).isEqualTo(4L);
        }
    }

    /** The ids of types differ between the program that wrote a state, one that kept it, and one that asks for it. */
    @Test
    void statesKeepTheTypesTheyWereWrittenWith() throws Exception {
        StateTypes older = InMemoryStateTypes.turned(2);
        StateTypes between = InMemoryStateTypes.turned(4);
        Written first = written(small(older), older);
        KeyedStateBackend keeps = backend().createKeyed(context(ALL, between));
        restore(keeps, ALL, first);
        keeps.state(NUMBER);
        KeyedStateBackend asks = keyed();
        asks.state(StateModel.LIST);
        restore(asks, ALL, written(keeps, between));
        for (Object key : KEYS) {
            asks.currentKey(key);
            assertThat(asks.state(NUMBER).value()).isEqualTo(10L);
            assertThat(asks.state(StateModel.LIST).get()).containsExactly("a", "b");
            assertThat(asks.state(StateModel.MAP).get(1L)).containsExactly(1, 2);
        }
    }

    @Test
    void anotherKindOrTypeIsRefused() throws Exception {
        Written written = written(small(TYPES));
        KeyedStateBackend after = keyed();
        restore(after, ALL, written);
        assertThatThrownBy(() -> after.state(new ValueStateDescriptor<>("number", String.class)))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("'number'", "'count'", Long.class.getName(), String.class.getName());
        assertThatThrownBy(() -> after.state(new ListStateDescriptor<>("number", Long.class)))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("'number'", "'count'", "value", "list");
        KeyedStateBackend before = keyed();
        before.state(new ListStateDescriptor<>("number", Long.class));
        assertThatThrownBy(() -> restore(before, ALL, written))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("'number'", "'count'", "value", "list");
    }

    /** Nobody would ever ask for what stands under them. */
    @Test
    void keysOfAnotherTypeAreRefused() throws Exception {
        List<Object> keys = List.of(1L, 2, "three", new Tag("four", 4));
        for (Object key : keys) {
            KeyedStateBackend before = backend().createKeyed(context(key.getClass(), ALL, TYPES));
            before.currentKey(key);
            before.state(NUMBER).update(10L);
            Written written = written(before);
            for (Object now : keys) {
                KeyedStateBackend after = backend().createKeyed(context(now.getClass(), ALL, TYPES));
                if (now == key) {
                    restore(after, ALL, written);
                    after.currentKey(now);
                    assertThat(after.state(NUMBER).value()).isEqualTo(10L);
                    continue;
                }
                String[] words = {
                    "'number'",
                    "'count'",
                    "'count-uid'",
                    key.getClass().getName(),
                    now.getClass().getName()
                };
                restore(after, ALL, written);
                assertThatThrownBy(() -> after.state(NUMBER))
                        .isInstanceOf(IncompatibleStateException.class)
                        .hasMessageContainingAll(words);
                KeyedStateBackend asked = backend().createKeyed(context(now.getClass(), ALL, TYPES));
                asked.state(NUMBER);
                assertThatThrownBy(() -> restore(asked, ALL, written))
                        .isInstanceOf(IncompatibleStateException.class)
                        .hasMessageContainingAll(words);
            }
        }
    }

    @Test
    void damageIsFoundWhereverItIs() throws Exception {
        Written written = written(small(TYPES));
        for (Map.Entry<Integer, byte[]> group : written.groups().entrySet()) {
            byte[] good = group.getValue();
            for (int at = 0; at < good.length; at++) {
                refuses(group.getKey(), Arrays.copyOf(good, at), "cut at " + at);
                for (int flip : new int[] {1, 0x80}) {
                    byte[] bad = good.clone();
                    bad[at] ^= (byte) flip;
                    refuses(group.getKey(), bad, "byte " + at + " changed");
                }
            }
            refuses(group.getKey(), Arrays.copyOf(good, good.length + 1), "one byte more");
        }
    }

    private void refuses(int group, byte[] bytes, String how) {
        for (boolean asked : new boolean[] {false, true}) {
            KeyedStateBackend backend = keyed();
            if (asked) {
                StateModel.States.of(backend);
                backend.state(NUMBER);
            }
            assertThatThrownBy(() ->
                            backend.restore(group, TYPES.written(TYPES.table(), "s"), new ByteArrayInputStream(bytes)))
                    .as(how)
                    .isInstanceOf(IOException.class)
                    .message()
                    .isNotBlank();
        }
    }

    @Test
    void aKeyGroupIsNotTakenForAnother() throws Exception {
        Written written = written(small(TYPES));
        int group = written.groups().keySet().iterator().next();
        refuses((group + 1) % GROUPS, written.groups().get(group), "another group");
    }
}
