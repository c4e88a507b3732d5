package io.github.foggara.kernel.cluster;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.kernel.ha.DurableFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * The roster on disk: {@code u64 0x464F4747524F5354 ("FOGGROST") | u16 format = 1 | u32 count | count times u128 id | u32 CRC32C}. Replaced as a
 * whole: written beside, forced, renamed, the directory forced.
 */
final class RosterFile implements Roster {
    private static final long MAGIC = 0x464F4747524F5354L;
    private static final short FORMAT = 1;
    private static final int HEADER = Long.BYTES + Short.BYTES + Integer.BYTES;
    private static final int ID = 2 * Long.BYTES;
    /** Of ids: what is more was not written here. */
    private static final int LIMIT = 1_000_000;

    private final Path directory;
    private final Path file;

    RosterFile(Path directory) {
        this.directory = directory;
        this.file = directory.resolve("taskmanagers");
    }

    @Override
    public Set<ContainerId> read() throws IOException {
        ByteBuffer bytes;
        try {
            if (Files.size(file) > size(LIMIT)) {
                throw damaged("it is larger than a roster can be");
            }
            bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Set.of();
        }
        if (bytes.remaining() < size(0) || bytes.getInt(bytes.limit() - Integer.BYTES) != crc(bytes)) {
            throw damaged("its length or checksum is wrong");
        }
        long magic = bytes.getLong();
        short format = bytes.getShort();
        int count = bytes.getInt();
        if (magic != MAGIC || format != FORMAT || count < 0 || count > LIMIT || bytes.limit() != size(count)) {
            throw damaged("it is not a roster of this version");
        }
        Set<ContainerId> ids = new LinkedHashSet<>();
        for (int i = 0; i < count; i++) {
            ids.add(new ContainerId(bytes.getLong(), bytes.getLong()));
        }
        return ids;
    }

    private IOException damaged(String what) {
        return new IOException("The list of TaskManagers, " + file + ", is damaged: " + what);
    }

    @Override
    public void write(Set<ContainerId> ids) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size(ids.size()));
        bytes.putLong(MAGIC).putShort(FORMAT).putInt(ids.size());
        ids.forEach(id -> bytes.putLong(id.high()).putLong(id.low()));
        bytes.putInt(crc(bytes)).flip();
        Files.createDirectories(directory);
        DurableFiles.replace(file, bytes);
    }

    private static int size(int count) {
        return HEADER + count * ID + Integer.BYTES;
    }

    private static int crc(ByteBuffer bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.array(), 0, bytes.capacity() - Integer.BYTES);
        return (int) crc.getValue();
    }
}
