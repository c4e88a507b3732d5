package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.state.AggregatingState;
import io.github.foggara.api.state.AggregatingStateDescriptor;
import io.github.foggara.api.state.BroadcastState;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.MapState;
import io.github.foggara.api.state.MapStateDescriptor;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.state.ReducingState;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.kernel.serialization.KeyGroups;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A state backend for one value per key, and lists per subtask, all of them {@code Long}. */
public final class LongStates implements StateBackend {
    final AtomicInteger open = new AtomicInteger();
    final AtomicInteger openSnapshots = new AtomicInteger();
    volatile RuntimeException failure;

    @Override
    public OptionSet options() {
        return new OptionSet("state of a test", List.of());
    }

    @Override
    public KeyedStateBackend createKeyed(StateContext context) {
        open.incrementAndGet();
        return new Keyed(new KeyGroups(context.maxParallelism(), 1));
    }

    @Override
    public OperatorStateBackend createOperator(StateContext context) {
        open.incrementAndGet();
        return new Lists();
    }

    private final class Keyed implements KeyedStateBackend, ValueState<Long> {
        private final KeyGroups grouping;
        private final TreeMap<Long, Long> values = new TreeMap<>();
        private Long current;
        private volatile boolean snapshotOpen;

        Keyed(KeyGroups grouping) {
            this.grouping = grouping;
        }

        @Override
        public void currentKey(Object key) {
            current = (Long) key;
        }

        @Override
        public void noKey() {
            current = null;
        }

        private Long key() {
            if (current == null) {
                throw new IllegalStateException("There is no current key");
            }
            return current;
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> ValueState<T> state(ValueStateDescriptor<T> descriptor) {
            return (ValueState<T>) this;
        }

        @Override
        public Long value() {
            return values.get(key());
        }

        @Override
        public void update(Long value) {
            values.put(key(), value);
        }

        @Override
        public void clear() {
            values.remove(key());
        }

        @Override
        public KeyedSnapshot snapshot() {
            if (failure != null) {
                throw failure;
            }
            if (snapshotOpen) {
                throw new IllegalStateException("two snapshots at a time");
            }
            snapshotOpen = true;
            openSnapshots.incrementAndGet();
            Map<Integer, TreeMap<Long, Long>> groups = new TreeMap<>();
            values.forEach((key, value) -> groups.computeIfAbsent(grouping.group((Object) key), g -> new TreeMap<>())
                    .put(key, value));
            return new Snapshot(groups);
        }

        private final class Snapshot implements KeyedSnapshot {
            private final Map<Integer, TreeMap<Long, Long>> groups;
            private boolean closed;

            Snapshot(Map<Integer, TreeMap<Long, Long>> groups) {
                this.groups = groups;
            }

            @Override
            public void write(KeyedSnapshot.KeyGroups out) throws IOException {
                for (Map.Entry<Integer, TreeMap<Long, Long>> group : groups.entrySet()) {
                    DataOutputStream data = new DataOutputStream(out.begin(group.getKey()));
                    data.writeInt(group.getValue().size());
                    for (Map.Entry<Long, Long> entry : group.getValue().entrySet()) {
                        data.writeLong(entry.getKey());
                        data.writeLong(entry.getValue());
                    }
                }
            }

            @Override
            public synchronized void close() {
                if (!closed) {
                    closed = true;
                    snapshotOpen = false;
                    openSnapshots.decrementAndGet();
                }
            }
        }

        @Override
        public void restore(int keyGroup, StateTypes written, InputStream in) throws IOException {
            DataInputStream data = new DataInputStream(in);
            int count = data.readInt();
            for (int i = 0; i < count; i++) {
                values.put(data.readLong(), data.readLong());
            }
        }

        @Override
        public <T> ListState<T> state(ListStateDescriptor<T> descriptor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <K, V> MapState<K, V> state(MapStateDescriptor<K, V> descriptor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> ReducingState<T> state(ReducingStateDescriptor<T> descriptor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <I, A, O> AggregatingState<I, O> state(AggregatingStateDescriptor<I, A, O> descriptor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long entries() {
            return values.size();
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }

    private final class Lists implements OperatorStateBackend {
        private final Map<String, Kind> kinds = new TreeMap<>();
        private final Map<String, List<Long>> lists = new TreeMap<>();

        @Override
        @SuppressWarnings("unchecked")
        public <T> ListState<T> listState(ListStateDescriptor<T> descriptor) {
            return (ListState<T>) list(descriptor.name(), Kind.SPLIT);
        }

        @Override
        @SuppressWarnings("unchecked")
        public <T> ListState<T> unionListState(ListStateDescriptor<T> descriptor) {
            return (ListState<T>) list(descriptor.name(), Kind.UNION);
        }

        private ListState<Long> list(String name, Kind kind) {
            kinds.put(name, kind);
            List<Long> all = lists.computeIfAbsent(name, n -> new ArrayList<>());
            return new ListState<>() {
                @Override
                public Iterable<Long> get() {
                    return all;
                }

                @Override
                public void add(Long element) {
                    all.add(element);
                }

                @Override
                public void addAll(List<Long> elements) {
                    all.addAll(elements);
                }

                @Override
                public void update(List<Long> elements) {
                    all.clear();
                    all.addAll(elements);
                }

                @Override
                public void clear() {
                    all.clear();
                }
            };
        }

        @Override
        public <K, V> BroadcastState<K, V> broadcastState(MapStateDescriptor<K, V> descriptor) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<Part> snapshot() {
            List<Part> parts = new ArrayList<>();
            lists.forEach((name, all) -> parts.add(new Part(
                    name,
                    kinds.get(name),
                    all.stream()
                            .map(n -> ByteBuffer.allocate(Long.BYTES).putLong(n).array())
                            .toList())));
            return parts;
        }

        @Override
        public void restore(String name, Kind kind, StateTypes written, InputStream in) throws IOException {
            kinds.put(name, kind);
            lists.computeIfAbsent(name, n -> new ArrayList<>()).add(new DataInputStream(in).readLong());
        }

        @Override
        public void close() {
            open.decrementAndGet();
        }
    }
}
