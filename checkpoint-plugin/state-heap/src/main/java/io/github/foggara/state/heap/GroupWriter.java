package io.github.foggara.state.heap;

import io.github.foggara.api.types.RecordOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;

/** Writes key groups as {@link Frame}s. One thread. */
final class GroupWriter {
    /** A frame that is as long is closed. */
    private static final int FULL = 32 << 10;

    private final RecordOutput out = new RecordOutput(2 * FULL);
    private final CRC32C crc = new CRC32C();
    private OutputStream stream;
    private int states;
    private int frames;

    void start(int keyGroup, OutputStream to) throws IOException {
        stream = to;
        states = 0;
        frames = 0;
        begin(Frame.START);
        out.writeByte(Frame.VERSION);
        out.writeVarLong(keyGroup);
        end();
    }

    /**
     * @param ownTypes null if it is written with the snapshot's types
     */
    void state(String name, Signature signature, byte[] ownTypes) throws IOException {
        states++;
        begin(Frame.STATE);
        out.writeString(name);
        signature.write(out);
        out.writeByte(ownTypes == null ? 0 : 1);
        if (ownTypes != null) {
            out.writeVarLong(ownTypes.length);
            out.writeBytes(ownTypes, 0, ownTypes.length);
        }
        end();
    }

    /** Entries of one form follow, in what this gives. */
    RecordOutput entries(KeyForm form) {
        begin(Frame.ENTRIES);
        out.writeByte(form.code);
        return out;
    }

    /** Between two entries. */
    void between(KeyForm form) throws IOException {
        if (out.length() >= FULL) {
            end();
            entries(form);
        }
    }

    void endEntries() throws IOException {
        end();
    }

    /** A frame of entries as it was read. */
    void entries(byte[] content) throws IOException {
        out.reset();
        out.writeLong(0);
        out.writeBytes(content, 0, content.length);
        end();
    }

    void finish() throws IOException {
        int before = frames;
        begin(Frame.END);
        out.writeVarLong(states);
        out.writeVarLong(before);
        end();
    }

    private void begin(Frame frame) {
        out.reset();
        out.writeLong(0);
        out.writeByte(frame.code);
    }

    private void end() throws IOException {
        byte[] bytes = out.array();
        int length = out.length() - Frame.HEADER;
        crc.reset();
        crc.update(bytes, Frame.HEADER, length);
        patch(bytes, 0, length);
        patch(bytes, 4, (int) crc.getValue());
        stream.write(bytes, 0, out.length());
        frames++;
    }

    private static void patch(byte[] bytes, int at, int value) {
        bytes[at] = (byte) (value >>> 24);
        bytes[at + 1] = (byte) (value >>> 16);
        bytes[at + 2] = (byte) (value >>> 8);
        bytes[at + 3] = (byte) value;
    }
}
