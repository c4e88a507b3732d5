package io.github.foggara.testkit.state;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.state.AggregatingState;
import io.github.foggara.api.state.AggregatingStateDescriptor;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.MapState;
import io.github.foggara.api.state.ReducingState;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.ValueState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The states of the reference backend: each use decodes, each change encodes. */
final class InMemoryCells {
    private InMemoryCells() {}

    record Value<T>(InMemoryKeyedState all, String name) implements ValueState<T> {
        @Override
        @SuppressWarnings("unchecked")
        public T value() {
            return (T) all.load(name);
        }

        @Override
        public void update(T value) {
            all.store(name, value);
        }

        @Override
        public void clear() {
            all.store(name, null);
        }
    }

    record Elements<T>(InMemoryKeyedState all, String name) implements ListState<T> {
        @SuppressWarnings("unchecked")
        private List<T> load() {
            return (List<T>) Objects.requireNonNullElse(all.load(name), List.of());
        }

        @Override
        public Iterable<T> get() {
            return load();
        }

        @Override
        public void add(T element) {
            addAll(List.of(element));
        }

        @Override
        public void addAll(List<T> elements) {
            List<T> list = new ArrayList<>(load());
            list.addAll(elements);
            update(list);
        }

        @Override
        public void update(List<T> elements) {
            all.store(name, elements.isEmpty() ? null : elements);
        }

        @Override
        public void clear() {
            all.store(name, null);
        }
    }

    record Entries<K, V>(InMemoryKeyedState all, String name) implements MapState<K, V> {
        @SuppressWarnings("unchecked")
        private Map<K, V> load() {
            return (Map<K, V>) InMemoryKeyedState.map(all.load(name));
        }

        private void store(Map<K, V> map) {
            all.store(name, map.isEmpty() ? null : InMemoryKeyedState.flat(map));
        }

        @Override
        public V get(K key) {
            return load().get(key);
        }

        @Override
        public void put(K key, V value) {
            Map<K, V> map = load();
            map.put(key, Objects.requireNonNull(value));
            store(map);
        }

        @Override
        public void remove(K key) {
            Map<K, V> map = load();
            map.remove(key);
            store(map);
        }

        @Override
        public boolean contains(K key) {
            return load().containsKey(key);
        }

        @Override
        public boolean isEmpty() {
            return load().isEmpty();
        }

        @Override
        public Iterable<Map.Entry<K, V>> entries() {
            return load().entrySet();
        }

        @Override
        public void clear() {
            all.store(name, null);
        }
    }

    record Reduced<T>(InMemoryKeyedState all, ReducingStateDescriptor<T> descriptor) implements ReducingState<T> {
        @Override
        @SuppressWarnings("unchecked")
        public T get() {
            return (T) all.load(descriptor.name());
        }

        @Override
        public void add(T value) throws Exception {
            T before = get();
            all.store(
                    descriptor.name(),
                    before == null ? value : descriptor.function().reduce(before, value));
        }

        @Override
        public void clear() {
            all.store(descriptor.name(), null);
        }
    }

    record Aggregated<I, A, O>(InMemoryKeyedState all, AggregatingStateDescriptor<I, A, O> descriptor)
            implements AggregatingState<I, O> {
        @Override
        @SuppressWarnings("unchecked")
        public O get() throws Exception {
            A accumulator = (A) all.load(descriptor.name());
            return accumulator == null ? null : descriptor.function().result(accumulator);
        }

        @Override
        @SuppressWarnings("unchecked")
        public void add(I value) throws Exception {
            AggregateFunction<I, A, O> function = descriptor.function();
            A accumulator = (A) all.load(descriptor.name());
            all.store(
                    descriptor.name(),
                    function.add(value, accumulator == null ? function.createAccumulator() : accumulator));
        }

        @Override
        public void clear() {
            all.store(descriptor.name(), null);
        }
    }
}
