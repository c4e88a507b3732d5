package io.github.foggara.testkit.state;

import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.api.types.RecordOutput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Keyed state of the reference backend with one bug. */
final class BrokenKeyedState extends InMemoryKeyedState {
    private final PlantedBug bug;
    private final StateContext context;
    private final Map<Object, Object> shared = new HashMap<>();
    private Object current;
    private KeyedSnapshot last;

    BrokenKeyedState(PlantedBug bug, StateContext context) {
        super(context);
        this.bug = bug;
        this.context = context;
    }

    @Override
    public void currentKey(Object key) {
        current = key;
        if (bug == PlantedBug.NULL_KEY_TAKEN && key == null) {
            return;
        }
        super.currentKey(bug == PlantedBug.KEYS_BY_TEXT && key != null ? key.toString() : key);
    }

    @Override
    public void noKey() {
        if (bug != PlantedBug.KEY_STAYS) {
            super.noKey();
        }
    }

    @Override
    public <T> ValueState<T> state(ValueStateDescriptor<T> descriptor) {
        ValueState<T> state = super.state(descriptor);
        return bug == PlantedBug.VALUE_SHARED || bug == PlantedBug.CLEAR_FORGOTTEN ? new Broken<>(state) : state;
    }

    @Override
    public long entries() {
        return bug == PlantedBug.NOTHING_COUNTED ? 0 : super.entries();
    }

    @Override
    Map<String, StoredState> kept() {
        if (bug == PlantedBug.UNASKED_FORGOTTEN) {
            return Map.of();
        }
        if (bug == PlantedBug.UNASKED_WITH_OTHER_TYPES) {
            Map<String, StoredState> kept = new TreeMap<>();
            super.kept()
                    .forEach((name, state) -> kept.put(
                            name, new StoredState(state.kind(), state.types(), context.types(), state.groups())));
            return kept;
        }
        return super.kept();
    }

    @Override
    void checkKeys(StoredState read, String name) {
        if (bug != PlantedBug.KEY_TYPE_NOT_CHECKED) {
            super.checkKeys(read, name);
        }
    }

    @Override
    void check(StoredState read, StoredState now, String name) {
        if (bug != PlantedBug.KIND_NOT_CHECKED) {
            super.check(read, now, name);
        }
    }

    @Override
    public KeyedSnapshot snapshot() {
        if (bug == PlantedBug.SNAPSHOT_TOO_LATE) {
            return new Late();
        }
        if (bug == PlantedBug.TWO_SNAPSHOTS && last != null) {
            last.close();
        }
        last = super.snapshot();
        return new Reordered(last);
    }

    @Override
    public void restore(int keyGroup, StateTypes written, InputStream in) throws IOException {
        byte[] bytes = in.readAllBytes();
        if (bug == PlantedBug.CHECKSUM_IGNORED) {
            super.restore(keyGroup, written, BrokenStateBackend.resealed(bytes));
        } else if (bug == PlantedBug.GROUP_NUMBER_IGNORED && bytes.length > 8) {
            Sealed.open(bytes);
            RecordOutput out = new RecordOutput(bytes.length);
            out.writeInt(keyGroup);
            out.writeBytes(bytes, 4, bytes.length - 8);
            super.restore(keyGroup, written, new ByteArrayInputStream(Sealed.seal(out)));
        } else {
            super.restore(keyGroup, written, new ByteArrayInputStream(bytes));
        }
    }

    private final class Broken<T> implements ValueState<T> {
        private final ValueState<T> state;

        Broken(ValueState<T> state) {
            this.state = state;
        }

        @Override
        @SuppressWarnings("unchecked")
        public T value() {
            T value = state.value();
            return bug == PlantedBug.VALUE_SHARED ? (T) shared.getOrDefault(current, value) : value;
        }

        @Override
        public void update(T value) {
            state.update(value);
            shared.put(current, value);
        }

        @Override
        public void clear() {
            shared.remove(current);
            if (bug != PlantedBug.CLEAR_FORGOTTEN) {
                state.clear();
            }
        }
    }

    private final class Late implements KeyedSnapshot {
        private KeyedSnapshot taken;

        @Override
        public void write(KeyGroups out) throws IOException {
            taken = BrokenKeyedState.super.snapshot();
            taken.write(out);
        }

        @Override
        public void close() {
            if (taken != null) {
                taken.close();
            }
        }
    }

    private final class Reordered implements KeyedSnapshot {
        private final KeyedSnapshot snapshot;

        Reordered(KeyedSnapshot snapshot) {
            this.snapshot = snapshot;
        }

        @Override
        public void write(KeyGroups out) throws IOException {
            if (bug != PlantedBug.GROUP_LOST
                    && bug != PlantedBug.GROUPS_BACKWARDS
                    && bug != PlantedBug.EMPTY_GROUPS_WRITTEN) {
                snapshot.write(out);
                return;
            }
            TreeMap<Integer, ByteArrayOutputStream> groups = new TreeMap<>();
            snapshot.write(group -> groups.computeIfAbsent(group, g -> new ByteArrayOutputStream()));
            if (bug == PlantedBug.GROUP_LOST) {
                groups.pollFirstEntry();
            } else if (bug == PlantedBug.EMPTY_GROUPS_WRITTEN) {
                groups.computeIfAbsent(1, g -> new ByteArrayOutputStream());
            }
            Map<Integer, ByteArrayOutputStream> order =
                    bug == PlantedBug.GROUPS_BACKWARDS ? groups.descendingMap() : Collections.unmodifiableMap(groups);
            for (Map.Entry<Integer, ByteArrayOutputStream> group : order.entrySet()) {
                out.begin(group.getKey()).write(group.getValue().toByteArray());
            }
        }

        @Override
        public void close() {
            if (bug != PlantedBug.CLOSED_IS_WRITTEN) {
                snapshot.close();
            }
        }
    }
}
