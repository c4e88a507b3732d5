package io.github.foggara.kernel.serialization;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.kernel.serialization.TypeEntry.Component;
import io.github.foggara.kernel.serialization.TypeEntry.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The type table inside a snapshot:
 *
 * <pre>
 * int 'FTYP' · byte 1 · varint version of the built-in codecs · varint n
 * n × (varint id · text class · byte kind · varint version · varint m · m × (text name · text type))
 * int CRC-32C of all before
 * </pre>
 *
 * Texts are UTF-8 behind their length. What is read back is untrusted.
 */
final class TypeTableFormat {
    /** Grows whenever a built-in type is written in another way. */
    static final int BUILT_INS = 1;

    private static final int MAGIC = 0x46545950;
    private static final int VERSION = 1;
    private static final int CHECKSUM_BYTES = 4;
    /** By their number in the format, from 1. */
    private static final List<Kind> KINDS = List.of(Kind.RECORD, Kind.ENUM, Kind.ARRAY, Kind.KRYO);

    private TypeTableFormat() {}

    static byte[] encode(List<TypeRow> rows) {
        RecordOutput out = new RecordOutput(1024);
        out.writeInt(MAGIC);
        out.writeByte(VERSION);
        out.writeVarLong(BUILT_INS);
        out.writeVarLong(rows.size());
        rows.forEach(row -> write(row, out));
        out.writeInt(checksum(out.array(), out.length()));
        return out.toByteArray();
    }

    private static void write(TypeRow row, RecordOutput out) {
        out.writeVarLong(row.id());
        out.writeString(row.type());
        out.writeByte(KINDS.indexOf(row.kind()) + 1);
        out.writeVarLong(row.version());
        out.writeVarLong(row.components().size());
        for (Component component : row.components()) {
            out.writeString(component.name());
            out.writeString(component.type());
        }
    }

    /**
     * @throws IllegalArgumentException if the bytes are damaged
     * @throws IncompatibleStateException if another version of Foggara wrote them in a way that this one cannot read
     */
    static List<TypeRow> decode(byte[] bytes) {
        try {
            return read(bytes);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("The type table of a snapshot is damaged: " + e.getMessage(), e);
        }
    }

    private static List<TypeRow> read(byte[] bytes) {
        int end = bytes.length - CHECKSUM_BYTES;
        if (end < 0) {
            throw new IllegalArgumentException("it has only " + bytes.length + " bytes");
        }
        RecordInput in = new RecordInput(bytes, 0, end);
        if (in.readInt() != MAGIC) {
            throw new IllegalArgumentException("it does not begin like one");
        }
        version("the type table", in.readUnsignedByte(), VERSION);
        if (new RecordInput(bytes, end, CHECKSUM_BYTES).readInt() != checksum(bytes, end)) {
            throw new IllegalArgumentException("its checksum does not fit its content");
        }
        version("the built-in types", in.readVarLong(), BUILT_INS);
        int count = in.readLength();
        List<TypeRow> rows = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            TypeRow row = readRow(in, TypeTable.FIRST_ID + i);
            rows.add(row);
            if (!names.add(row.type())) {
                throw new IllegalArgumentException("it names " + row.type() + " twice");
            }
        }
        if (in.remaining() > 0) {
            throw new IllegalArgumentException(in.remaining() + " bytes are left over");
        }
        return List.copyOf(rows);
    }

    private static TypeRow readRow(RecordInput in, int expectedId) {
        if (in.readVarLong() != expectedId) {
            throw new IllegalArgumentException("the ids are not in order at " + expectedId);
        }
        String type = in.readString();
        int kind = in.readUnsignedByte();
        if (type.isEmpty() || kind == 0 || kind > KINDS.size()) {
            throw new IllegalArgumentException("the type '" + type + "' has the kind " + kind);
        }
        long version = in.readVarLong();
        if (version < 1 || version > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("the type " + type + " has the version " + version);
        }
        Kind known = KINDS.get(kind - 1);
        return new TypeRow(expectedId, type, known, (int) version, readComponents(in, type, known));
    }

    private static List<Component> readComponents(RecordInput in, String type, Kind kind) {
        int count = in.readLength();
        List<Component> components = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < count; i++) {
            Component component = new Component(in.readString(), in.readString());
            components.add(component);
            // A class and its superclass may each have a field of that name.
            if (!names.add(component.name()) && kind != Kind.KRYO) {
                throw new IllegalArgumentException(type + " has two components named " + component.name());
            }
        }
        return components;
    }

    private static void version(String what, long written, int known) {
        if (written != known) {
            throw new IncompatibleStateException("The snapshot was written by another version of Foggara, with " + what
                    + " in format " + written + "; this version reads format " + known
                    + ". Restore it with the version that wrote it");
        }
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
