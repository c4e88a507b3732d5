package io.github.foggara.kernel.program;

import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;

/**
 * A split of a collection: encoded records. The array is never changed.
 *
 * @param skip how many of its records have been read
 * @param count how many records it holds, read ones included
 */
record CollectionChunk(int skip, int count, byte[] records) {
    /** Version byte, skip, count, records. */
    static final SplitCodec<CollectionChunk> CODEC = new SplitCodec<>() {
        private static final int VERSION = 1;

        @Override
        public byte[] encode(CollectionChunk split) {
            RecordOutput out = new RecordOutput(split.records().length + 16);
            out.writeByte(VERSION);
            out.writeInt(split.skip());
            out.writeInt(split.count());
            out.writeBytes(split.records(), 0, split.records().length);
            return out.toByteArray();
        }

        @Override
        public CollectionChunk decode(byte[] bytes) {
            RecordInput in = new RecordInput(bytes);
            int version = in.readUnsignedByte();
            if (version != VERSION) {
                throw new IllegalArgumentException(
                        "A chunk of a collection of version " + version + "; only " + VERSION + " is known");
            }
            return new CollectionChunk(in.readInt(), in.readInt(), in.readBytes(in.remaining()));
        }
    };

    CollectionChunk {
        if (count < 0 || skip < 0 || skip > count || count > records.length) {
            throw new IllegalArgumentException("A chunk of " + records.length + " bytes cannot hold " + count
                    + " records of which " + skip + " are read");
        }
    }
}
