package io.github.foggara.benchmarks;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.kernel.serialization.KeyGroups;
import io.github.foggara.kernel.serialization.TypeTable;
import io.github.foggara.state.heap.HeapStateBackend;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;

/**
 * What snapshots of keyed state cost the thread that processes: the pause at the barrier, and counting per key while one is written, beside
 * counting without. Without files: what is written stays in memory.
 */
final class StateTimes {
    private static final int GROUPS = 128;
    private static final KeyGroupRange ALL = new KeyGroupRange(0, GROUPS - 1);
    /** Updates between two looks at the clock. */
    private static final int BLOCK = 500;

    private static final double MILLI = 1e6;

    private final PrintStream out;
    private final StateTypes types = TypeTable.of(Set.of()).stateTypes();

    StateTimes(PrintStream out) {
        this.out = out;
    }

    void run(Arguments arguments) throws Exception {
        int keys = (int) arguments.number("keys", 1_000_000);
        int snapshots = (int) arguments.number("snapshots", 40);
        for (int i = 0; i < arguments.number("inner", 2); i++) {
            measure("long keys", keys, snapshots, number -> number);
            measure("text keys", keys, snapshots, number -> "key-" + number);
        }
    }

    private StateContext context() {
        return new StateContext(
                "count",
                "count",
                Object.class,
                GROUPS,
                ALL,
                types,
                () -> new KeyGroups(GROUPS, 1),
                Configuration.EMPTY);
    }

    private void measure(String name, int count, int snapshots, LongFunction<Object> key) throws Exception {
        Object[] keys = new Object[count];
        for (int i = 0; i < count; i++) {
            keys[i] = key.apply(i);
        }
        ExecutorService io = Executors.newSingleThreadExecutor();
        try (KeyedStateBackend backend = new HeapStateBackend().createKeyed(context())) {
            Counting counting = new Counting(backend, keys);
            counting.all();
            counting.forMillis(2_000);
            Rate without = counting.forMillis(2_000);
            double[] pauses = new double[snapshots];
            double[] writes = new double[snapshots];
            long worst = 0;
            Map<Integer, byte[]> written = Map.of();
            long begin = System.nanoTime();
            long updates = 0;
            for (int i = 0; i < snapshots; i++) {
                long before = System.nanoTime();
                try (KeyedSnapshot snapshot = backend.snapshot()) {
                    pauses[i] = (System.nanoTime() - before) / MILLI;
                    Future<Map<Integer, byte[]>> writing = io.submit(() -> write(snapshot));
                    while (!writing.isDone()) {
                        Rate open = counting.forMillis(1);
                        updates += open.updates();
                        worst = Math.max(worst, open.worstNanos());
                    }
                    writes[i] = (System.nanoTime() - before) / MILLI;
                    written = writing.get();
                }
                Rate closed = counting.forMillis(Math.max(0, 200 - (long) writes[i]));
                updates += closed.updates();
            }
            double with = updates * 1e9 / (System.nanoTime() - begin);
            print(name, without, with, pauses, writes, worst, size(written) / (double) count);
            restore(name, written, count);
        } finally {
            io.shutdown();
        }
    }

    private void print(
            String name, Rate without, double with, double[] pauses, double[] writes, long worst, double bytes) {
        Arrays.sort(pauses);
        Arrays.sort(writes);
        out.printf(
                Locale.ROOT,
                "%s: %.1f M updates/s without snapshots, %.1f M with 5 a second; pause p50 %.3f ms, p99 %.3f ms, slowest %d"
                        + " updates while one is open %.2f ms (%.2f without); written in p50 %.0f ms, p99 %.0f ms; %.1f bytes"
                        + " per key%n",
                name,
                without.perSecond() / 1e6,
                with / 1e6,
                at(pauses, 0.5),
                at(pauses, 0.99),
                BLOCK,
                worst / MILLI,
                without.worstNanos() / MILLI,
                at(writes, 0.5),
                at(writes, 0.99),
                bytes);
    }

    private void restore(String name, Map<Integer, byte[]> written, int count) throws Exception {
        long begin = System.nanoTime();
        try (KeyedStateBackend restored = new HeapStateBackend().createKeyed(context())) {
            restored.state(Counting.COUNT);
            StateTypes from = types.written(types.table(), "'count'");
            for (Map.Entry<Integer, byte[]> group : written.entrySet()) {
                restored.restore(group.getKey(), from, new ByteArrayInputStream(group.getValue()));
            }
            out.printf(Locale.ROOT, "%s: restored in %.0f ms%n", name, (System.nanoTime() - begin) / MILLI);
            if (restored.entries() != count) {
                throw new IllegalStateException(restored.entries() + " of " + count + " keys came back");
            }
        }
    }

    private static double at(double[] sorted, double part) {
        return sorted[(int) Math.min(sorted.length - 1, part * sorted.length)];
    }

    private static long size(Map<Integer, byte[]> written) {
        return written.values().stream().mapToLong(bytes -> bytes.length).sum();
    }

    private static Map<Integer, byte[]> write(KeyedSnapshot snapshot) throws Exception {
        Map<Integer, ByteArrayOutputStream> groups = new TreeMap<>();
        snapshot.write(group -> groups.computeIfAbsent(group, g -> new ByteArrayOutputStream()));
        Map<Integer, byte[]> written = new TreeMap<>();
        groups.forEach((group, bytes) -> written.put(group, bytes.toByteArray()));
        return written;
    }

    private record Rate(long updates, long nanos, long worstNanos) {
        double perSecond() {
            return updates * 1e9 / nanos;
        }
    }

    /** A count per key, raised for random ones. */
    private static final class Counting {
        static final ValueStateDescriptor<Long> COUNT = new ValueStateDescriptor<>("count", Long.class);

        private final KeyedStateBackend backend;
        private final ValueState<Long> state;
        private final Object[] keys;
        private final SplittableRandom random = new SplittableRandom(1);

        Counting(KeyedStateBackend backend, Object[] keys) {
            this.backend = backend;
            this.state = backend.state(COUNT);
            this.keys = keys;
        }

        void all() {
            for (Object key : keys) {
                raise(key);
            }
        }

        private void raise(Object key) {
            backend.currentKey(key);
            Long before = state.value();
            state.update(before == null ? 1 : before + 1);
        }

        Rate forMillis(long millis) {
            long begin = System.nanoTime();
            long now = begin;
            long worst = 0;
            long updates = 0;
            do {
                for (int i = 0; i < BLOCK; i++) {
                    raise(keys[random.nextInt(keys.length)]);
                }
                updates += BLOCK;
                long then = System.nanoTime();
                worst = Math.max(worst, then - now);
                now = then;
            } while (now - begin < millis * MILLI);
            return new Rate(updates, now - begin, worst);
        }
    }
}
