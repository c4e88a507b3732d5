package io.github.foggara.state.heap;

import io.github.foggara.api.types.RecordInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32C;

/** Reads one key group of {@link Frame}s, of which nothing is believed before its checksum is. One thread. */
final class GroupReader {
    private final InputStream in;
    private int states;
    private int frames;

    /** What is read. */
    interface Sink {
        /**
         * @param ownTypes null if it was written with the snapshot's types
         */
        void state(String name, Signature signature, byte[] ownTypes) throws IOException;

        /**
         * Entries of the last state.
         *
         * @param content of the frame, whole
         */
        void entries(byte[] content) throws IOException;
    }

    GroupReader(InputStream in) {
        this.in = in;
    }

    /**
     * @throws IOException if the stream cannot be read
     * @throws IllegalArgumentException if it is damaged, ends early or goes on after its end
     */
    void read(int keyGroup, Sink sink) throws IOException {
        start(keyGroup);
        while (true) {
            byte[] content = frame();
            RecordInput input = new RecordInput(content);
            switch (Frame.of(input.readUnsignedByte())) {
                case STATE -> state(input, sink);
                case ENTRIES -> {
                    need(states > 0, "entries come before any state");
                    sink.entries(content);
                }
                case END -> {
                    end(input);
                    return;
                }
                default -> throw new IllegalArgumentException("it begins twice");
            }
        }
    }

    private void start(int keyGroup) throws IOException {
        RecordInput input = new RecordInput(frame());
        need(input.readUnsignedByte() == Frame.START.code, "it does not begin as a key group of this backend");
        int version = input.readUnsignedByte();
        need(version == Frame.VERSION, "it has format version " + version + ", this backend reads " + Frame.VERSION);
        long group = input.readVarLong();
        need(group == keyGroup, "it is key group " + group);
        need(input.remaining() == 0, "its first frame is too long");
    }

    private void state(RecordInput input, Sink sink) throws IOException {
        states++;
        String name = input.readString();
        Signature signature = Signature.read(input);
        byte[] ownTypes = input.readByte() == 0 ? null : input.readBytes(input.readLength());
        need(input.remaining() == 0, "the head of state '" + name + "' is too long");
        sink.state(name, signature, ownTypes);
    }

    private void end(RecordInput input) throws IOException {
        long wanted = input.readVarLong();
        need(wanted == states, "it has " + states + " states, not " + wanted);
        long before = input.readVarLong();
        need(before == frames - 1, "it has " + (frames - 1) + " frames, not " + before);
        need(input.remaining() == 0 && in.read() < 0, "it goes on after its end");
    }

    private byte[] frame() throws IOException {
        RecordInput header = new RecordInput(exactly(Frame.HEADER));
        int length = header.readInt();
        need(length > 0 && length <= Frame.LONGEST, "a frame cannot have " + length + " bytes");
        int checksum = header.readInt();
        byte[] content = exactly(length);
        CRC32C crc = new CRC32C();
        crc.update(content);
        need((int) crc.getValue() == checksum, "the checksum of frame " + frames + " does not fit");
        frames++;
        return content;
    }

    /** Allocates as bytes come, not as a length says. */
    private byte[] exactly(int length) throws IOException {
        byte[] bytes = in.readNBytes(length);
        if (bytes.length < length) {
            throw new IllegalArgumentException("it ends early, in frame " + frames);
        }
        return bytes;
    }

    private static void need(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
