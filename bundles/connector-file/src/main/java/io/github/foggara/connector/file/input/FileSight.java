package io.github.foggara.connector.file.input;

import io.github.foggara.connector.file.FileMark;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * What one look at a file showed. Any thread that may wait for the disk.
 *
 * @param device see {@link FileMark}
 * @param node see {@link FileMark}
 * @param size in bytes
 * @param modified milliseconds since the epoch
 */
record FileSight(Path path, String device, String node, long size, long modified) {
    private static final String UNIX = "unix";

    /** Empty if there is no such file, or no plain one. */
    static Optional<FileSight> of(Path path) throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            if (!attributes.isRegularFile()) {
                return Optional.empty();
            }
            String device = "";
            String node = attributes.fileKey() == null
                    ? path.toString()
                    : attributes.fileKey().toString();
            if (path.getFileSystem().supportedFileAttributeViews().contains(UNIX)) {
                Map<String, Object> place = Files.readAttributes(path, "unix:dev,ino");
                device = String.valueOf(place.get("dev"));
                node = String.valueOf(place.get("ino"));
            }
            return Optional.of(new FileSight(
                    path,
                    device,
                    node,
                    attributes.size(),
                    attributes.lastModifiedTime().toMillis()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Device and node: unique among the files that are there at one moment. */
    String place() {
        return device + ":" + node;
    }

    /**
     * The mark of the file with so many bytes as head.
     *
     * @return empty if the file has gone, changed its place or got shorter since the look
     */
    Optional<FileMark> mark(int headLength) throws IOException {
        Optional<Integer> checksum;
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            checksum = checksum(channel, headLength);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        // The file that was opened may have another place than the one that was looked at, and the path again another
        // one.
        boolean same = of(path).filter(now -> now.place().equals(place())).isPresent();
        return same ? checksum.map(sum -> new FileMark(device, node, headLength, sum)) : Optional.empty();
    }

    /** Whether the file begins as the mark says. */
    static boolean begins(SeekableByteChannel channel, FileMark mark) throws IOException {
        return checksum(channel, mark.headLength())
                .filter(sum -> sum == mark.headChecksum())
                .isPresent();
    }

    private static Optional<Integer> checksum(SeekableByteChannel channel, int length) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(length);
        channel.position(0);
        while (head.hasRemaining()) {
            if (channel.read(head) < 0) {
                return Optional.empty();
            }
        }
        CRC32C crc = new CRC32C();
        crc.update(head.flip());
        return Optional.of((int) crc.getValue());
    }
}
