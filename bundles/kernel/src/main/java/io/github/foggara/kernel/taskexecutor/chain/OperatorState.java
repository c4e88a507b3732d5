package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * State of one operator of one attempt: per key in a backend or in tables of its link, and of the subtask. Each is made when it is
 * asked for, or when there is some to take over, which is then kept even if nobody asks. Task thread only.
 */
final class OperatorState {
    /** Takes over one key group. */
    @FunctionalInterface
    private interface Groups {
        void restore(int keyGroup, StateTypes written, InputStream in) throws IOException;
    }

    /** Reads what a snapshot wrote. */
    @FunctionalInterface
    private interface Reading {
        void from(InputStream in) throws IOException;
    }

    private final StateSupply supply;
    private final String uid;
    private final String operator;
    private final boolean behindKey;
    private final Class<?> keyType;
    private KeyedTables tables;
    private KeyedStateBackend keyed;
    private OperatorStateBackend unkeyed;
    private final RestoredSegments restored;
    /** Null if it keeps none. */
    private OperatorSegments segments;

    /**
     * @param operator name, for messages
     * @param behindKey whether its function may keep state per key
     * @param keyType class of its keys, Object if that is not known
     */
    OperatorState(StateSupply supply, String uid, String operator, boolean behindKey, Class<?> keyType) {
        this.supply = supply;
        this.uid = uid;
        this.operator = operator;
        this.behindKey = behindKey;
        this.keyType = keyType;
        this.restored = new RestoredSegments(supply, operator);
    }

    StateSupply supply() {
        return supply;
    }

    String uid() {
        return uid;
    }

    /** What a backend is to know of the operator. */
    StateContext context() {
        return supply.context(operator, uid, keyType);
    }

    /**
     * State per key for its function.
     *
     * @throws IllegalStateException if its function has no current key
     */
    KeyedStateBackend keyed() {
        if (!behindKey) {
            throw new IllegalStateException("Operator '" + operator
                    + "' asked for state per key, but its function is not called with a key: use keyBy(...).process(...), or"
                    + " operatorState for state of the subtask");
        }
        if (keyed == null) {
            keyed = supply.backend().createKeyed(context());
        }
        return keyed;
    }

    /** Null if none was asked for or taken over. */
    KeyedStateBackend keyedIfThere() {
        return keyed;
    }

    OperatorStateBackend unkeyed() {
        if (unkeyed == null) {
            unkeyed = supply.backend().createOperator(context());
        }
        return unkeyed;
    }

    /**
     * State that the operator keeps itself.
     *
     * @return what it takes over
     */
    List<FormerSegments> segments(SegmentedState state, SegmentedState.Scope scope) {
        if (segments != null) {
            throw new IllegalStateException("Operator '" + operator + "' has registered segmented state before");
        }
        List<FormerSegments> former = restored.take(scope);
        segments = new OperatorSegments(state, scope, restored.shared());
        return former;
    }

    /** The operator has opened. */
    void opened() {
        if (segments == null) {
            restored.unclaimed();
        }
    }

    /**
     * Takes over what the attempt restores, before the operator opens.
     *
     * @param own tables of its link, null if it has none
     * @throws IncompatibleStateException if it does not fit the operator
     * @throws DamagedStateException if it cannot be read
     */
    void restore(KeyedTables own) throws IOException {
        tables = own;
        Set<String> broadcast = new HashSet<>();
        for (OperatorSnapshot snapshot : supply.restored(uid)) {
            if (snapshot.keyed().isPresent()) {
                restoreKeyed(snapshot, snapshot.keyed().get());
            }
            restoreUnkeyed(snapshot, broadcast);
        }
    }

    private void restoreKeyed(OperatorSnapshot snapshot, OperatorSnapshot.Keyed from) throws IOException {
        List<OperatorSnapshot.Group> mine = from.groups().stream()
                .filter(group -> supply.keyGroups().contains(group.keyGroup()))
                .toList();
        if (mine.isEmpty()) {
            return;
        }
        checkFormat(from.backend());
        String whose = "of operator '" + operator + "'";
        StateTypes written = written(snapshot, whose);
        // Made before anything is read: a backend that is not there is no damage.
        Groups taking = tables != null ? tables::restore : keyed()::restore;
        for (OperatorSnapshot.Group group : mine) {
            int number = group.keyGroup();
            read("Key group " + number + " " + whose, group.bytes(), in -> taking.restore(number, written, in));
        }
    }

    private void checkFormat(String found) {
        if (tables == null && !behindKey) {
            throw new IncompatibleStateException("Checkpoint " + supply.checkpoint()
                    + " holds state per key of operator '"
                    + operator + "', which is not behind a keyed edge any more: put the edge back, or "
                    + IncompatibleStateException.TO_DROP_IT);
        }
        String expected = tables != null ? tables.format() : supply.backendName();
        if (!found.equals(expected)) {
            throw new IncompatibleStateException("State of operator '" + operator + "' in checkpoint "
                    + supply.checkpoint() + " was written as '" + found + "', and is now kept as '" + expected
                    + "': go back to what it was, or "
                    + IncompatibleStateException.TO_DROP_IT);
        }
    }

    private void restoreUnkeyed(OperatorSnapshot snapshot, Set<String> broadcast) throws IOException {
        Map<String, StateTypes> byName = new HashMap<>();
        restoreSegments(snapshot);
        for (OperatorSnapshot.Named named : snapshot.operatorStates()) {
            if (RestoredSegments.is(named)) {
                continue;
            }
            if (named.kind() == OperatorStateBackend.Kind.BROADCAST && !broadcast.add(named.name())) {
                // All copies are alike; one is enough.
                continue;
            }
            String whose = "'" + named.name() + "' of operator '" + operator + "'";
            StateTypes known = byName.get(named.name());
            StateTypes written = known != null ? known : written(snapshot, whose);
            byName.put(named.name(), written);
            OperatorStateBackend taking = unkeyed();
            read("State " + whose, named.bytes(), in -> taking.restore(named.name(), named.kind(), written, in));
        }
    }

    private void restoreSegments(OperatorSnapshot snapshot) throws IOException {
        List<OperatorSnapshot.Named> parts =
                snapshot.operatorStates().stream().filter(RestoredSegments::is).toList();
        if (!parts.isEmpty()) {
            restored.add(written(snapshot, "segments of operator '" + operator + "'"), parts);
        }
    }

    private StateTypes written(OperatorSnapshot snapshot, String whose) throws DamagedStateException {
        try {
            return supply.types().written(snapshot.types(), whose);
        } catch (IllegalArgumentException e) {
            throw new DamagedStateException("State " + whose, supply.checkpoint(), e);
        }
    }

    private void read(String what, StateHandle handle, Reading reading) throws DamagedStateException {
        try (InputStream in = supply.read(handle)) {
            reading.from(in);
            if (in.read() >= 0) {
                throw new IOException("there are more bytes than were to be read");
            }
        } catch (IncompatibleStateException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            throw new DamagedStateException(what, supply.checkpoint(), e);
        }
    }

    /** At a barrier. */
    void snapshot(OperatorCut cut) throws IOException {
        if (tables != null) {
            cut.keyed(tables.format(), tables.snapshot());
        } else if (keyed != null) {
            cut.keyed(supply.backendName(), keyed.snapshot());
        }
        if (unkeyed != null) {
            cut.parts(unkeyed.snapshot());
        }
        if (segments != null) {
            cut.segments(segments.cut());
        }
        if (cut.holdsState()) {
            cut.types(supply.table());
        }
    }

    void close(Closing closing) {
        if (keyed != null) {
            closing.run(keyed::close);
        }
        if (unkeyed != null) {
            closing.run(unkeyed::close);
        }
    }
}
