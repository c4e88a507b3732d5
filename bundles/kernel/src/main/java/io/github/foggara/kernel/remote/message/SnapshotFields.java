package io.github.foggara.kernel.remote.message;

import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.state.OperatorStateBackend;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.Optional;

/** Snapshots in messages. */
final class SnapshotFields {
    private static final int INLINE = 0;
    private static final int IN_FILE = 1;

    private SnapshotFields() {}

    static void subtask(RecordOutput out, SubtaskSnapshot snapshot) {
        Fields.map(out, snapshot.operators(), SnapshotFields::operator);
        Fields.flag(out, snapshot.operatorsFinished());
        positions(out, snapshot.inputPositions());
        positions(out, snapshot.outputPositions());
        SubtaskSnapshot.Figures figures = snapshot.figures();
        out.writeVarLong(figures.alignmentNanos());
        out.writeVarLong(figures.syncNanos());
        out.writeVarLong(figures.asyncNanos());
        out.writeVarLong(figures.bytes());
    }

    static SubtaskSnapshot subtask(RecordInput in) {
        return new SubtaskSnapshot(
                Fields.map(in, SnapshotFields::operator),
                Fields.flag(in),
                positions(in),
                positions(in),
                new SubtaskSnapshot.Figures(in.readVarLong(), in.readVarLong(), in.readVarLong(), in.readVarLong()));
    }

    private static void positions(RecordOutput out, long[] positions) {
        out.writeVarLong(positions.length);
        for (long position : positions) {
            out.writeVarLong(position);
        }
    }

    private static long[] positions(RecordInput in) {
        long[] positions = new long[in.readLength()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = in.readVarLong();
        }
        return positions;
    }

    static void operator(RecordOutput out, OperatorSnapshot snapshot) {
        Fields.bytes(out, snapshot.types());
        Fields.optional(out, snapshot.keyed().orElse(null), SnapshotFields::keyed);
        Fields.list(out, snapshot.operatorStates(), SnapshotFields::named);
        Fields.list(out, snapshot.splits(), Fields::bytes);
        Fields.list(out, snapshot.committables(), Fields::bytes);
    }

    static OperatorSnapshot operator(RecordInput in) {
        return new OperatorSnapshot(
                Fields.bytes(in),
                Optional.ofNullable(Fields.optional(in, SnapshotFields::keyed)),
                Fields.list(in, SnapshotFields::named),
                Fields.list(in, Fields::bytes),
                Fields.list(in, Fields::bytes));
    }

    private static void keyed(RecordOutput out, OperatorSnapshot.Keyed keyed) {
        out.writeString(keyed.backend());
        Fields.list(out, keyed.groups(), (to, group) -> {
            to.writeVarLong(group.keyGroup());
            handle(to, group.bytes());
        });
    }

    private static OperatorSnapshot.Keyed keyed(RecordInput in) {
        return new OperatorSnapshot.Keyed(
                in.readString(), Fields.list(in, from -> new OperatorSnapshot.Group(Fields.index(from), handle(from))));
    }

    private static void named(RecordOutput out, OperatorSnapshot.Named named) {
        out.writeString(named.name());
        Fields.constant(out, named.kind());
        handle(out, named.bytes());
    }

    private static OperatorSnapshot.Named named(RecordInput in) {
        return new OperatorSnapshot.Named(
                in.readString(), Fields.constant(in, OperatorStateBackend.Kind.class), handle(in));
    }

    private static void handle(RecordOutput out, StateHandle handle) {
        if (handle instanceof StateHandle.Inline inline) {
            out.writeByte(INLINE);
            Fields.bytes(out, inline.bytes());
        } else if (handle instanceof StateHandle.InFile file) {
            out.writeByte(IN_FILE);
            out.writeString(file.file());
            out.writeVarLong(file.offset());
            out.writeVarLong(file.length());
            out.writeInt(file.crc32c());
        }
    }

    /** Where a file may be is checked by whoever opens it. */
    private static StateHandle handle(RecordInput in) {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case INLINE -> new StateHandle.Inline(Fields.bytes(in));
            case IN_FILE -> new StateHandle.InFile(in.readString(), size(in), size(in), in.readInt());
            default -> throw new IllegalArgumentException("There is no kind " + kind + " of state handle");
        };
    }

    private static long size(RecordInput in) {
        long value = in.readVarLong();
        if (value < 0) {
            throw new IllegalArgumentException("A part of a file cannot begin at, or have, " + value + " bytes");
        }
        return value;
    }
}
