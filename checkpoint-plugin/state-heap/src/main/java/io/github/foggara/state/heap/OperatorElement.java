package io.github.foggara.state.heap;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * One element of a state without a key, as it is written: version {@value #VERSION} (1 byte); own types (1 byte: whether; then length and
 * bytes: it was kept without being asked for); how many types (1 byte) and their names; the element; CRC-32C of all before (4 bytes).
 *
 * @param ownTypes null if it is written with the snapshot's types
 * @param types names of classes: of the element, or of keys and values of a map
 * @param content the element, or a broadcast map
 */
record OperatorElement(byte[] ownTypes, List<String> types, byte[] content) {
    private static final int VERSION = 1;
    private static final int CRC_BYTES = 4;
    private static final int MAX_TYPES = 2;

    byte[] encode() {
        RecordOutput out = new RecordOutput(64 + content.length);
        out.writeByte(VERSION);
        out.writeByte(ownTypes == null ? 0 : 1);
        if (ownTypes != null) {
            out.writeVarLong(ownTypes.length);
            out.writeBytes(ownTypes, 0, ownTypes.length);
        }
        out.writeByte(types.size());
        types.forEach(out::writeString);
        out.writeVarLong(content.length);
        out.writeBytes(content, 0, content.length);
        CRC32C crc = new CRC32C();
        crc.update(out.array(), 0, out.length());
        out.writeInt((int) crc.getValue());
        return out.toByteArray();
    }

    /**
     * @throws IllegalArgumentException if it is damaged
     */
    static OperatorElement decode(byte[] bytes) {
        RecordInput in = new RecordInput(bytes, 0, checked(bytes));
        int version = in.readUnsignedByte();
        need(version == VERSION, "it has format version " + version + ", this backend reads " + VERSION);
        byte[] ownTypes = in.readByte() == 0 ? null : in.readBytes(in.readLength());
        int count = in.readUnsignedByte();
        need(count == 1 || count == MAX_TYPES, "it has " + count + " types");
        List<String> types = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            types.add(in.readString());
        }
        byte[] content = in.readBytes(in.readLength());
        need(in.remaining() == 0, "it goes on after its end");
        return new OperatorElement(ownTypes, types, content);
    }

    /** Nothing is believed before the checksum is. */
    private static int checked(byte[] bytes) {
        int length = bytes.length - CRC_BYTES;
        need(length > 0, "it has " + bytes.length + " bytes");
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        int wanted = new RecordInput(bytes, length, CRC_BYTES).readInt();
        need(wanted == (int) crc.getValue(), "its checksum does not fit its " + bytes.length + " bytes");
        return length;
    }

    private static void need(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
