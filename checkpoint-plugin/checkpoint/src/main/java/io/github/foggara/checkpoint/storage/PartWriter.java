package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StateHandle;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The parts of one attempt. They stay in their handles as long as all of them together are small, so that neither many small subtasks make
 * many small files, nor many small parts a large metadata file. One thread.
 */
final class PartWriter implements CheckpointStorage.Writer {
    private static final int BUFFER = 64 << 10;

    private final CheckpointDisk disk;
    private final Path folder;
    private final String name;
    private final long inlineLimit;
    private long inlined;
    private WholeFile file;
    private ByteBuffer buffer;
    /** Of the file, with what is in the buffer. */
    private long size;

    private Part part;
    private boolean ended;

    PartWriter(CheckpointDisk disk, Path folder, String name, long inlineLimit) {
        this.disk = disk;
        this.folder = folder;
        this.name = name;
        this.inlineLimit = inlineLimit;
    }

    @Override
    public OutputStream begin() {
        if (part != null || ended) {
            throw new IllegalStateException("The part before has not ended, or the writer has");
        }
        part = new Part();
        return part;
    }

    @Override
    public StateHandle end() {
        if (part == null) {
            throw new IllegalStateException("No part has begun");
        }
        Part whole = part;
        part = null;
        if (whole.small != null) {
            inlined += whole.small.size();
            return new StateHandle.Inline(whole.small.toByteArray());
        }
        return new StateHandle.InFile(
                folder.getFileName() + "/" + name, whole.offset, size - whole.offset, (int) whole.crc.getValue());
    }

    @Override
    public void force() throws IOException {
        if (part != null) {
            throw new IllegalStateException("A part has not ended");
        }
        ended = true;
        if (file != null) {
            flush();
            file.force();
        }
    }

    @Override
    public void close() {
        ended = true;
        if (file != null) {
            file.close();
        }
    }

    private void write(byte[] bytes, int offset, int length) throws IOException {
        if (ended) {
            throw new IOException("The writer '" + name + "' has ended");
        }
        if (file == null) {
            file = WholeFile.create(disk, folder, name);
            buffer = ByteBuffer.allocate(BUFFER);
        }
        size += length;
        int from = offset;
        int end = offset + length;
        while (from < end) {
            if (!buffer.hasRemaining()) {
                flush();
            }
            int count = Math.min(end - from, buffer.remaining());
            buffer.put(bytes, from, count);
            from += count;
        }
    }

    private void flush() throws IOException {
        buffer.flip();
        file.append(buffer);
        buffer.clear();
    }

    /** In memory as long as it may be, then in the file. */
    private final class Part extends OutputStream {
        private final CRC32C crc = new CRC32C();
        private ByteArrayOutputStream small = new ByteArrayOutputStream();
        private long offset;

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (this != part) {
                throw new IOException("This part of '" + name + "' has ended");
            }
            crc.update(bytes, from, length);
            if (small != null && small.size() + length <= inlineLimit - inlined) {
                small.write(bytes, from, length);
                return;
            }
            if (small != null) {
                byte[] head = small.toByteArray();
                small = null;
                offset = size;
                PartWriter.this.write(head, 0, head.length);
            }
            PartWriter.this.write(bytes, from, length);
        }
    }
}
