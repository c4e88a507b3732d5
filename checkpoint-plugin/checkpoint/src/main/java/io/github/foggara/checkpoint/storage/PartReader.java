package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StateHandle;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.CRC32C;

/**
 * Reads parts. The whole part is checked before the first byte is given, so that nobody restores half of it; a large one is read twice for
 * that, and checked again.
 */
final class PartReader {
    private static final int BLOCK = 1 << 20;

    private final CheckpointDisk disk;
    private final MetadataFiles files;
    private final Path file;
    private final StateHandle.InFile handle;

    PartReader(CheckpointDisk disk, MetadataFiles files, Path file, StateHandle.InFile handle) {
        this.disk = disk;
        this.files = files;
        this.file = file;
        this.handle = handle;
    }

    InputStream open() throws IOException {
        long size = size();
        if (handle.offset() < 0 || handle.length() < 0 || handle.offset() > size - handle.length()) {
            throw damaged("it has " + size + " bytes, and " + handle.length() + " from byte " + handle.offset()
                    + " on were expected");
        }
        Stream stream = new Stream();
        if (handle.length() <= BLOCK) {
            return new ByteArrayInputStream(stream.readAllBytes());
        }
        byte[] block = new byte[BLOCK];
        while (stream.read(block, 0, block.length) >= 0) {
            // checked as it goes
        }
        return new Stream();
    }

    private long size() throws IOException {
        try {
            return disk.size(file);
        } catch (NoSuchFileException e) {
            throw files.missing(file, "A part of a checkpoint is damaged: " + file + " is not there");
        } catch (IOException e) {
            throw DiskProblem.words("A part of a checkpoint cannot be read from", file, e);
        }
    }

    private IOException damaged(String what) {
        return new DamagedCheckpointException(
                "A part of a checkpoint is damaged in " + file + ": " + what + ". Restore from an older checkpoint");
    }

    /** Gives no byte of the last block before the checksum of all fits. */
    private final class Stream extends InputStream {
        private final CRC32C crc = new CRC32C();
        private final ByteBuffer block = ByteBuffer.allocate((int) Math.min(BLOCK, handle.length()));
        private long fetched;

        Stream() {
            block.limit(0);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            if (length == 0) {
                return 0;
            }
            if (!block.hasRemaining() && !fetch()) {
                return -1;
            }
            int count = Math.min(length, block.remaining());
            block.get(bytes, offset, count);
            return count;
        }

        private boolean fetch() throws IOException {
            if (fetched == handle.length()) {
                return false;
            }
            block.clear().limit((int) Math.min(BLOCK, handle.length() - fetched));
            while (block.hasRemaining()) {
                if (disk.read(file, handle.offset() + fetched + block.position(), block) < 0) {
                    throw new IOException("A part of a checkpoint became shorter while it was read: " + file);
                }
            }
            block.flip();
            crc.update(block.duplicate());
            fetched += block.limit();
            if (fetched == handle.length() && (int) crc.getValue() != handle.crc32c()) {
                block.limit(0);
                throw damaged("the checksum of " + handle.length() + " bytes from byte " + handle.offset()
                        + " on does not fit");
            }
            return true;
        }
    }
}
