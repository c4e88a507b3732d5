package io.github.foggara.state.heap;

import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * What an operator takes over from snapshots. Entries of a state that was asked for go into its table; others are kept encoded until it
 * is. Task thread.
 */
final class KeyedRestore {
    private final StateContext context;
    private final Pinning pinning;
    private final Map<String, NamedState> states;
    private final KeyGrouping grouping;
    private final List<KeptPart> kept = new ArrayList<>();
    /** The last own types, for those that follow with equal ones. */
    private StateTypes own;

    private Decoding last;

    /** Codecs for one state as one snapshot wrote it. */
    private record Decoding(
            NamedState state, StateTypes written, RecordCodec<Object> keys, List<RecordCodec<Object>> values) {}

    /**
     * @param states those that were asked for
     */
    KeyedRestore(StateContext context, Pinning pinning, Map<String, NamedState> states) {
        this.context = context;
        this.pinning = pinning;
        this.states = states;
        this.grouping = context.grouping().get();
    }

    void read(int keyGroup, StateTypes written, InputStream in) throws IOException {
        if (!context.keyGroups().contains(keyGroup)) {
            throw new IllegalArgumentException("Key group " + keyGroup + " is not of this subtask of operator '"
                    + context.operator() + "', which has " + context.keyGroups());
        }
        try {
            new GroupReader(in).read(keyGroup, new Entries(keyGroup, written));
        } catch (IllegalArgumentException e) {
            throw damaged(keyGroup, e.getMessage(), e);
        }
    }

    private DamagedCheckpointException damaged(int keyGroup, String how, Exception cause) {
        return new DamagedCheckpointException(
                "The state of operator '" + context.operator() + "' in key group " + keyGroup + " is damaged: " + how,
                cause);
    }

    /**
     * The state is asked for from now on: decodes what was kept for it.
     *
     * @throws UncheckedIOException if that is damaged
     */
    void claim(NamedState state) {
        for (Iterator<KeptPart> parts = kept.iterator(); parts.hasNext(); ) {
            KeptPart part = parts.next();
            if (part.state().equals(state.name())) {
                part.signature().check(state.signature(), state.name(), context.operator());
                try {
                    for (byte[] entries : part.entries()) {
                        decode(state, part.keyGroup(), part.written(), entries);
                    }
                } catch (IllegalArgumentException e) {
                    throw new UncheckedIOException(damaged(
                            part.keyGroup(), "state '" + state.name() + "' cannot be decoded, " + e.getMessage(), e));
                }
                parts.remove();
            }
        }
    }

    /** What nobody has asked for. */
    List<KeptPart> kept() {
        return List.copyOf(kept);
    }

    private void decode(NamedState state, int keyGroup, StateTypes written, byte[] entries) {
        RecordInput in = new RecordInput(entries);
        in.readByte();
        KeyForm form = KeyForm.of(in.readUnsignedByte());
        Decoding decoding = decoding(state, written);
        StateKind kind = state.signature().kind();
        while (in.remaining() > 0) {
            Object key = form.read(in, decoding.keys(), grouping, keyGroup);
            context.checkKey(state.name(), key);
            state.table().restore(form, key, kind.decode(in, decoding.values(), pinning.stamp()));
        }
    }

    private Decoding decoding(NamedState state, StateTypes written) {
        if (last == null || last.state() != state || last.written() != written) {
            // The snapshot's types speak for the whole operator; a refusal shall name the state.
            StateTypes named = named(written.table(), state.name());
            last = new Decoding(state, written, named.keyCodec(Object.class), state.codecs(named));
        }
        return last;
    }

    private StateTypes own(byte[] table, String state) {
        if (own == null || !Arrays.equals(own.table(), table)) {
            own = named(table, state);
        }
        return own;
    }

    private StateTypes named(byte[] table, String state) {
        return context.types().written(table, "'" + state + "' of operator '" + context.operator() + "'");
    }

    /** Sorts what a key group has into tables and what is kept. */
    private final class Entries implements GroupReader.Sink {
        private final int keyGroup;
        private final StateTypes written;
        private NamedState state;
        private StateTypes types;
        private KeptPart part;

        Entries(int keyGroup, StateTypes written) {
            this.keyGroup = keyGroup;
            this.written = written;
        }

        @Override
        public void state(String name, Signature signature, byte[] ownTypes) {
            state = states.get(name);
            types = ownTypes == null ? written : own(ownTypes, name);
            part = null;
            if (state != null) {
                signature.check(state.signature(), name, context.operator());
            } else {
                part = new KeptPart(name, signature, keyGroup, types);
                kept.add(part);
            }
        }

        @Override
        public void entries(byte[] content) {
            if (state != null) {
                decode(state, keyGroup, types, content);
            } else {
                part.entries().add(content);
            }
        }
    }
}
