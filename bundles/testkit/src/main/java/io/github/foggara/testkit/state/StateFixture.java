package io.github.foggara.testkit.state;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Backends of an operator called {@code count} with sixteen key groups, a thread that writes snapshots, and what they wrote. */
abstract class StateFixture {
    static final int GROUPS = 16;
    static final String OPERATOR = "count";
    static final KeyGroupRange ALL = new KeyGroupRange(0, GROUPS - 1);
    static final StateTypes TYPES = InMemoryStateTypes.turned(0);

    private static final ExecutorService IO = Executors.newSingleThreadExecutor(work -> {
        Thread thread = new Thread(work, "state-contract-io");
        thread.setDaemon(true);
        return thread;
    });

    /** The backend under test; asked once per test or more. */
    protected abstract StateBackend backend();

    /** Spreads keys as no {@code hashCode} alone would. */
    static final class Grouping implements KeyGrouping {
        @Override
        public int group(Object key) {
            int mixed = key.hashCode() * 0x9E3779B9;
            return Math.floorMod(mixed ^ mixed >>> 15, GROUPS);
        }

        @Override
        public int group(long key) {
            return group((Object) key);
        }
    }

    /**
     * What a snapshot wrote.
     *
     * @param groups in the order they were written
     */
    record Written(byte[] types, Map<Integer, byte[]> groups) {
        /** With other bytes for one group. */
        Written with(int group, byte[] bytes) {
            Map<Integer, byte[]> changed = new LinkedHashMap<>(groups);
            changed.put(group, bytes);
            return new Written(types, changed);
        }
    }

    static StateContext context(KeyGroupRange range, StateTypes types) {
        return context(Object.class, range, types);
    }

    static StateContext context(Class<?> keyType, KeyGroupRange range, StateTypes types) {
        return new StateContext(
                OPERATOR, "count-uid", keyType, GROUPS, range, types, Grouping::new, Configuration.EMPTY);
    }

    final KeyedStateBackend keyed() {
        return keyed(ALL);
    }

    final KeyedStateBackend keyed(KeyGroupRange range) {
        return backend().createKeyed(context(range, TYPES));
    }

    final OperatorStateBackend unkeyed() {
        return backend().createOperator(context(ALL, TYPES));
    }

    /** A snapshot of now, written and closed. */
    static Written written(KeyedStateBackend state) {
        return written(state, TYPES);
    }

    static Written written(KeyedStateBackend state, StateTypes types) {
        try (KeyedSnapshot snapshot = state.snapshot()) {
            return write(snapshot, types);
        }
    }

    static Written write(KeyedSnapshot snapshot, StateTypes types) {
        return result(onIo(() -> writeHere(snapshot, types, () -> {})));
    }

    /**
     * @param begun called when the first group begins
     */
    static Written writeHere(KeyedSnapshot snapshot, StateTypes types, Runnable begun) throws IOException {
        Map<Integer, ByteArrayOutputStream> groups = new LinkedHashMap<>();
        List<Integer> order = new ArrayList<>();
        snapshot.write(group -> {
            if (order.isEmpty()) {
                begun.run();
            }
            order.add(group);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            if (groups.put(group, bytes) != null) {
                throw new IllegalStateException("Group " + group + " begins twice");
            }
            return bytes;
        });
        Map<Integer, byte[]> written = new LinkedHashMap<>();
        groups.forEach((group, bytes) -> written.put(group, bytes.toByteArray()));
        return new Written(types.table(), written);
    }

    static <T> Future<T> onIo(Callable<T> work) {
        return IO.submit(work);
    }

    static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Hands over the groups of a range. */
    static void restore(KeyedStateBackend state, KeyGroupRange range, Written... snapshots) throws IOException {
        for (Written snapshot : snapshots) {
            StateTypes written = TYPES.written(snapshot.types(), "state of operator '" + OPERATOR + "'");
            for (Map.Entry<Integer, byte[]> group : snapshot.groups().entrySet()) {
                if (range.contains(group.getKey())) {
                    state.restore(group.getKey(), written, new ByteArrayInputStream(group.getValue()));
                }
            }
        }
    }

    /** Takes over what another instance has written. */
    static void restore(OperatorStateBackend state, StateTypes types, List<OperatorStateBackend.Part> parts)
            throws IOException {
        for (OperatorStateBackend.Part part : parts) {
            for (byte[] element : part.elements()) {
                state.restore(
                        part.name(),
                        part.kind(),
                        TYPES.written(types.table(), part.name()),
                        new ByteArrayInputStream(element));
            }
        }
    }
}
