package io.github.foggara.testkit.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.BroadcastState;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.MapStateDescriptor;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.state.OperatorStateBackend.Kind;
import io.github.foggara.api.state.OperatorStateBackend.Part;
import io.github.foggara.api.state.StateTypes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What every state backend keeps. A subclass makes the backend. This class has state without a key; its parents have state per key,
 * snapshots and what is restored.
 */
public abstract class StateBackendContract extends KeyedRestoreContract {
    private static final ListStateDescriptor<long[]> OFFSETS = new ListStateDescriptor<>("offsets", long[].class);
    private static final ListStateDescriptor<String> NAMES = new ListStateDescriptor<>("names", String.class);
    private static final MapStateDescriptor<String, Long> RULES =
            new MapStateDescriptor<>("rules", String.class, Long.class);

    private OperatorStateBackend filled(StateTypes types, KeyGroupRange range) {
        OperatorStateBackend backend = backend().createOperator(context(range, types));
        backend.listState(OFFSETS).addAll(List.of(new long[] {1}, new long[] {2, 3}));
        backend.unionListState(NAMES).update(List.of("a", "b"));
        backend.broadcastState(RULES).put("x", 1L);
        backend.broadcastState(RULES).put("y", 2L);
        return backend;
    }

    private static void checkFilled(OperatorStateBackend backend) {
        assertThat(backend.listState(OFFSETS).get()).containsExactly(new long[] {1}, new long[] {2, 3});
        assertThat(backend.unionListState(NAMES).get()).containsExactly("a", "b");
        BroadcastState<String, Long> rules = backend.broadcastState(RULES);
        assertThat(rules.get("x")).isEqualTo(1L);
        assertThat(rules.contains("y")).isTrue();
        assertThat(rules.entries()).extracting(Map.Entry::getKey).containsExactlyInAnyOrder("x", "y");
    }

    @Test
    void stateWithoutAKeyComesBack() throws Exception {
        OperatorStateBackend first = filled(TYPES, ALL);
        checkFilled(first);
        List<Part> parts = first.snapshot();
        assertThat(parts)
                .extracting(part ->
                        part.name() + " " + part.kind() + " " + part.elements().size())
                .containsExactlyInAnyOrder("offsets SPLIT 2", "names UNION 2", "rules BROADCAST 1");
        OperatorStateBackend asksBefore = unkeyed();
        asksBefore.listState(OFFSETS);
        asksBefore.unionListState(NAMES);
        asksBefore.broadcastState(RULES);
        restore(asksBefore, TYPES, parts);
        checkFilled(asksBefore);
        OperatorStateBackend asksAfter = unkeyed();
        restore(asksAfter, TYPES, parts);
        checkFilled(asksAfter);
    }

    @Test
    void aSnapshotWithoutAKeyIsACopy() throws Exception {
        OperatorStateBackend backend = filled(TYPES, ALL);
        List<Part> parts = backend.snapshot();
        backend.listState(OFFSETS).clear();
        backend.unionListState(NAMES).add("c");
        backend.broadcastState(RULES).remove("x");
        OperatorStateBackend restored = unkeyed();
        restore(restored, TYPES, parts);
        checkFilled(restored);
        backend.broadcastState(RULES).clear();
        backend.unionListState(NAMES).clear();
        assertThat(backend.snapshot()).isEmpty();
    }

    @Test
    void elementsMayChangeAfterTheyWereHandedIn() {
        ListState<long[]> state = unkeyed().listState(OFFSETS);
        long[] element = {5};
        state.add(element);
        element[0] = 6;
        assertThat(state.get()).containsExactly(new long[] {5});
    }

    @Test
    void elementsAreSpread() throws Exception {
        List<Part> parts = filled(TYPES, ALL).snapshot();
        byte[] second = parts.stream()
                .filter(part -> part.name().equals("offsets"))
                .findFirst()
                .orElseThrow()
                .elements()
                .get(1);
        OperatorStateBackend other = unkeyed();
        other.restore("offsets", Kind.SPLIT, TYPES.written(TYPES.table(), "offsets"), new ByteArrayInputStream(second));
        assertThat(other.listState(OFFSETS).get()).containsExactly(new long[] {2, 3});
    }

    @Test
    void elementsNobodyAsksForAreWrittenAgain() throws Exception {
        StateTypes older = InMemoryStateTypes.turned(3);
        OperatorStateBackend keeps = backend().createOperator(context(ALL, InMemoryStateTypes.turned(1)));
        restore(keeps, older, filled(older, ALL).snapshot());
        List<Part> again = keeps.snapshot();
        OperatorStateBackend asks = unkeyed();
        asks.broadcastState(RULES);
        restore(asks, InMemoryStateTypes.turned(1), again);
        checkFilled(asks);
    }

    /** Every subtask has all elements of a union list: if all wrote them again, they would double. */
    @Test
    void aUnionListNobodyAsksForIsWrittenByOneSubtask() throws Exception {
        OperatorStateBackend second = backend().createOperator(context(new KeyGroupRange(8, GROUPS - 1), TYPES));
        restore(second, TYPES, filled(TYPES, ALL).snapshot());
        assertThat(second.snapshot())
                .extracting(Part::name)
                .doesNotContain("names")
                .contains("rules", "offsets");
    }

    @Test
    void anotherKindWithoutAKeyIsRefused() throws Exception {
        List<Part> parts = filled(TYPES, ALL).snapshot();
        OperatorStateBackend after = unkeyed();
        restore(after, TYPES, parts);
        assertThatThrownBy(() -> after.unionListState(OFFSETS))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("'offsets'", "'count'");
        OperatorStateBackend before = unkeyed();
        before.listState(new ListStateDescriptor<>("names", Long.class));
        assertThatThrownBy(() -> restore(before, TYPES, parts))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("'names'", "'count'");
        OperatorStateBackend twice = unkeyed();
        twice.listState(NAMES);
        assertThatThrownBy(() -> twice.unionListState(NAMES)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> twice.listState(new ListStateDescriptor<>("names", Long.class)))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void damageWithoutAKeyIsFound() throws Exception {
        for (Part part : filled(TYPES, ALL).snapshot()) {
            byte[] good = part.elements().get(0);
            for (int at = 0; at < good.length; at++) {
                byte[] bad = good.clone();
                bad[at] ^= 1;
                refuses(part, bad);
                refuses(part, Arrays.copyOf(good, at));
            }
        }
    }

    private void refuses(Part part, byte[] bytes) {
        assertThatThrownBy(() -> unkeyed()
                        .restore(
                                part.name(),
                                part.kind(),
                                TYPES.written(TYPES.table(), part.name()),
                                new ByteArrayInputStream(bytes)))
                .isInstanceOf(IOException.class)
                .message()
                .isNotBlank();
    }
}
