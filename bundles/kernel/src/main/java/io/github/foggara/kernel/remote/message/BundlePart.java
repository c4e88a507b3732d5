package io.github.foggara.kernel.remote.message;

/**
 * A part of a file of a bundle store.
 *
 * @param size of the whole file in bytes
 * @param bytes at most {@link #MAX_BYTES}; empty only at the end of the file
 */
public record BundlePart(long size, byte[] bytes) {
    /** The most that travels at a time: what else the connection carries waits no longer than for this. */
    public static final int MAX_BYTES = 1 << 18;

    public BundlePart {
        if (size < 0 || bytes.length > MAX_BYTES || bytes.length > size) {
            throw new IllegalArgumentException("A part of a bundle cannot have " + bytes.length + " bytes of " + size);
        }
    }

    /**
     * Asks for it.
     *
     * @param file SHA-256 of the file, {@link #HASH_BYTES} bytes
     * @param offset of the part in the file, from 0
     */
    public record Wanted(byte[] file, long offset) {
        public static final int HASH_BYTES = 32;

        public Wanted {
            if (file.length != HASH_BYTES || offset < 0) {
                throw new IllegalArgumentException("A part of a bundle cannot begin at " + offset
                        + " of a file named by " + file.length + " bytes");
            }
        }
    }
}
