package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.kernel.serialization.KeyGroups;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * The tables of one rolling reduce as keyed state of its operator. Task thread.
 *
 * <p>Written for each key group: version, whether each number stands with its key's first record, what is kept in words, then for each kind
 * of keys that kind, how many, and the entries; 0 for the end; CRC-32C of all before.
 */
final class ReduceTables implements KeyedTables {
    static final String FORMAT = "rolling-reduce";
    static final int VERSION = 1;
    static final int CRC_BYTES = 4;

    private final Scope scope;
    private final String keeps;
    private final boolean firsts;
    private final List<Part> parts;
    private ReduceSnapshot open;

    /** What has to be known of the operator, once there is something to be written or read. */
    interface Scope {
        String operator();

        int maxParallelism();

        StateTypes types();

        /** A new one. */
        KeyGrouping grouping();

        /** Which keys it may take over. */
        StateContext state();
    }

    /** The operator of a link. */
    record OfLink(OperatorContext context) implements Scope {
        @Override
        public String operator() {
            return context.operatorName();
        }

        @Override
        public int maxParallelism() {
            return context.maxParallelism();
        }

        @Override
        public StateTypes types() {
            return context.stateTypes();
        }

        @Override
        public StateContext state() {
            return context.state().context();
        }

        @Override
        public KeyGrouping grouping() {
            return new KeyGroups(context.maxParallelism(), context.parallelism());
        }
    }

    /** A table with what its keys are. */
    record Part(KeyKind kind, ReduceTable table) {}

    /**
     * @param keeps what is kept for a key, in words: another one is refused
     * @param firsts whether the records that keys began with are kept beside numbers
     * @param parts one for each kind of keys, in the order of kinds
     */
    ReduceTables(Scope scope, String keeps, boolean firsts, List<Part> parts) {
        this.scope = scope;
        this.keeps = keeps;
        this.firsts = firsts;
        this.parts = parts;
    }

    @Override
    public String format() {
        return FORMAT;
    }

    /** Whether a value that is about to be changed may stand in a snapshot that is being written. */
    boolean open() {
        return open != null && !open.closed();
    }

    @Override
    public KeyedSnapshot snapshot() {
        if (open()) {
            throw new IllegalStateException("The last snapshot of operator '" + scope.operator() + "' is not closed");
        }
        KeyGrouping grouping = scope.grouping();
        List<ReduceSnapshot.Frozen> frozen = new ArrayList<>();
        for (Part part : parts) {
            ReduceTable table = part.table();
            if (table.size() > 0) {
                frozen.add(new ReduceSnapshot.Frozen(
                        part.kind(), table, table.freeze(), table.groups(part.kind(), grouping)));
            }
        }
        RecordCodec<Object> codec = scope.types().codec(Object.class);
        open = new ReduceSnapshot(new ReduceSnapshot.Header(keeps, firsts), frozen, codec, scope.maxParallelism());
        return open;
    }

    @Override
    public void restore(int keyGroup, StateTypes written, InputStream in) throws IOException {
        byte[] bytes = in.readAllBytes();
        try {
            read(keyGroup, written, checked(bytes));
        } catch (IncompatibleStateException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "The state of operator '" + scope.operator() + "' in key group " + keyGroup + " is damaged: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Nothing is believed before the checksum is. */
    private static RecordInput checked(byte[] bytes) {
        if (bytes.length < CRC_BYTES) {
            throw new IllegalArgumentException("It has " + bytes.length + " bytes");
        }
        int content = bytes.length - CRC_BYTES;
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, content);
        if (new RecordInput(bytes, content, CRC_BYTES).readInt() != (int) crc.getValue()) {
            throw new IllegalArgumentException("Its checksum does not fit its " + bytes.length + " bytes");
        }
        return new RecordInput(bytes, 0, content);
    }

    private void read(int keyGroup, StateTypes written, RecordInput in) {
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw incompatible("has format version " + version + ", this engine reads " + VERSION);
        }
        boolean withFirsts = in.readByte() != 0;
        String kept = in.readString();
        if (!kept.equals(keeps)) {
            throw incompatible("keeps " + kept + ", the program of now " + keeps);
        }
        if (firsts && !withFirsts) {
            throw incompatible("keeps no more of a record than its key and its number, but the record of now has other"
                    + " components as well, which cannot be made up");
        }
        RecordCodec<Object> keys = written.keyCodec(Object.class);
        RecordCodec<Object> values = written.codec(Object.class);
        KeyGrouping grouping = scope.grouping();
        StateContext state = scope.state();
        for (int kind = in.readUnsignedByte(); kind != 0; kind = in.readUnsignedByte()) {
            Part part = part(kind);
            EntryReader entries = new EntryReader(
                    in, keys, values, part.kind(), withFirsts, grouping, keyGroup, key -> state.checkKey(FORMAT, key));
            for (int count = in.readLength(); count > 0; count--) {
                part.table().read(entries);
            }
        }
        if (in.remaining() > 0) {
            throw new IllegalArgumentException(in.remaining() + " bytes follow its end");
        }
    }

    private Part part(int kind) {
        for (Part part : parts) {
            if (part.kind().ordinal() + 1 == kind) {
                return part;
            }
        }
        throw new IllegalArgumentException("There is no kind of keys " + kind);
    }

    private IncompatibleStateException incompatible(String difference) {
        return new IncompatibleStateException("The state of the reduce operator '" + scope.operator()
                + "' in the checkpoint " + difference + ": restart with the program that wrote it, or "
                + IncompatibleStateException.TO_DROP_IT);
    }
}
