package io.github.foggara.api.checkpoint;

/** Where bytes of a checkpoint are. Holds no object of a plugin. */
public sealed interface StateHandle {
    /** In bytes, from 0. */
    long length();

    /** In the metadata itself. Not to be changed. */
    record Inline(byte[] bytes) implements StateHandle {
        @Override
        public long length() {
            return bytes.length;
        }
    }

    /**
     * A part of a file in the checkpoint's storage.
     *
     * @param file relative to the directory of the run's checkpoints, with {@code /}, and never outside it; or, after {@link
     *     CheckpointStorage#load}, the absolute place of a part of a checkpoint that is kept elsewhere
     * @param offset from 0
     * @param length from 0
     * @param crc32c of these bytes
     */
    record InFile(String file, long offset, long length, int crc32c) implements StateHandle {}
}
