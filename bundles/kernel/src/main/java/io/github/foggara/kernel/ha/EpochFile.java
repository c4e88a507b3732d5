package io.github.foggara.kernel.ha;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The last epoch that was granted: {@code u64 0x464F474745504F43 ("FOGGEPOC") | u16 format = 1 | u64 epoch | u32 CRC32C}, 22 bytes.
 * Replaced as a whole: written beside, forced, renamed, the directory forced. A damaged file is never read as a lower epoch.
 */
final class EpochFile {
    private static final long MAGIC = 0x464F474745504F43L;
    private static final short FORMAT = 1;
    private static final int SIZE = Long.BYTES + Short.BYTES + Long.BYTES + Integer.BYTES;
    private static final int CRC_AT = SIZE - Integer.BYTES;

    private final Path file;

    EpochFile(Path directory) {
        this.file = directory.resolve("epoch");
    }

    /**
     * The epoch, 0 if there is no file.
     *
     * @throws IOException if it cannot be read or is damaged
     */
    long read() throws IOException {
        ByteBuffer bytes;
        try {
            if (Files.size(file) != SIZE) {
                throw damaged("it has " + Files.size(file) + " bytes instead of " + SIZE);
            }
            bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return 0;
        }
        if (bytes.remaining() != SIZE || bytes.getInt(CRC_AT) != crc(bytes)) {
            throw damaged("its checksum is wrong");
        }
        long magic = bytes.getLong();
        short format = bytes.getShort();
        long epoch = bytes.getLong();
        if (magic != MAGIC || format != FORMAT || epoch < 1) {
            throw damaged("it is not an epoch file of this version");
        }
        return epoch;
    }

    private IOException damaged(String what) {
        return new IOException(
                "The epoch file " + file + " is damaged: " + what
                        + ". A lower epoch would let an old JobMaster overwrite what a newer one did, so none is granted. Restore the"
                        + " file from a copy of the data directory, or move that whole directory away and start with an empty one");
    }

    void write(long epoch) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(SIZE);
        bytes.putLong(MAGIC).putShort(FORMAT).putLong(epoch);
        bytes.putInt(crc(bytes)).flip();
        DurableFiles.replace(file, bytes);
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), 0, CRC_AT);
        return (int) crc.getValue();
    }
}
