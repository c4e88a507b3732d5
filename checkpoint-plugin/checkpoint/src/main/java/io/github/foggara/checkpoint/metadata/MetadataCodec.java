package io.github.foggara.checkpoint.metadata;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.StateHandle;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.Function;
import java.util.zip.CRC32C;

/** A metadata file as a whole: header, checksums, version; see the package. */
public final class MetadataCodec {
    /** Newest format that is known. */
    public static final int FORMAT = 2;

    static final int OLDEST = 1;
    /** The first that knows parts in shared files. */
    static final int SHARED_PARTS = 2;
    /** The first that knows segmented state. */
    static final int SEGMENTS = 2;

    private static final byte[] MAGIC = {'F', 'O', 'G', 'C', 'K', 'P', 'T', '\n'};
    private static final int HEADER = MAGIC.length + Integer.BYTES + Long.BYTES + Integer.BYTES;

    private MetadataCodec() {}

    /**
     * In the oldest format that can say it, so that a version that knows no other still reads what it could have written.
     *
     * @param names the name of the file of a part
     */
    public static byte[] encode(CheckpointMetadata metadata, Function<StateHandle.InFile, PartName> names) {
        MetadataOutput out = new MetadataOutput(names);
        new BodyWriter(out).write(metadata);
        byte[] body = out.toBytes();
        ByteBuffer file = ByteBuffer.allocate(HEADER + body.length + Integer.BYTES);
        file.put(MAGIC).putInt(out.format()).putLong(body.length);
        file.putInt(crc(file.array(), 0, file.position()));
        file.put(body).putInt(crc(body, 0, body.length));
        return file.array();
    }

    /**
     * @param file for messages
     * @param directory goes before the names of files, with {@code /}
     * @param shared goes before the names of shared ones
     * @throws DamagedMetadataException if it is not what was written
     * @throws NewerFormatException if a later version wrote it
     */
    public static CheckpointMetadata decode(String file, byte[] bytes, String directory, String shared)
            throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER) {
            throw new DamagedMetadataException(file, "it ends after " + bytes.length + " bytes");
        }
        if (!Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length)) {
            throw new DamagedMetadataException(file, "it does not begin as one");
        }
        buffer.position(MAGIC.length);
        long format = Integer.toUnsignedLong(buffer.getInt());
        long length = buffer.getLong();
        if (buffer.getInt() != crc(bytes, 0, HEADER - Integer.BYTES)) {
            throw new DamagedMetadataException(file, "the checksum of its beginning does not fit");
        }
        if (format > FORMAT) {
            throw new NewerFormatException(file, format, FORMAT);
        }
        if (format < OLDEST || length != bytes.length - HEADER - Integer.BYTES) {
            throw new DamagedMetadataException(
                    file, "it has " + bytes.length + " bytes for a content of " + length + " in format " + format);
        }
        if (buffer.getInt(bytes.length - Integer.BYTES) != crc(bytes, HEADER, (int) length)) {
            throw new DamagedMetadataException(file, "its checksum does not fit");
        }
        MetadataInput in = new MetadataInput(file, (int) format, buffer.slice(HEADER, (int) length), directory, shared);
        CheckpointMetadata metadata = new BodyReader(in).read();
        in.end();
        return metadata;
    }

    private static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }
}
