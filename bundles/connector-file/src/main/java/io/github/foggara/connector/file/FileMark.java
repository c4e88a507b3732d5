package io.github.foggara.connector.file;

import java.util.Objects;

/**
 * What a followed file is known by, whatever it is called: its place on the disk, and how it begins, because places are used again.
 *
 * @param device of the file system, in words of it; may change when a machine starts anew
 * @param node place of the file on the device, in words of the file system
 * @param headLength how many of the first bytes are summed up, 0 to {@link #LARGEST_HEAD}
 * @param headChecksum CRC-32C of these bytes
 */
public record FileMark(String device, String node, int headLength, int headChecksum) {
    /** More bytes of a file do not tell more about it. */
    public static final int LARGEST_HEAD = 256;

    /**
     * @throws IllegalArgumentException if the length is not in its range
     */
    public FileMark {
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(node, "node");
        if (headLength < 0 || headLength > LARGEST_HEAD) {
            throw new IllegalArgumentException(
                    "The head of a file has 0 to " + LARGEST_HEAD + " bytes, not " + headLength);
        }
    }
}
