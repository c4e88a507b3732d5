package io.github.foggara.streams;

import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;

/** Whole numbers from {@code from} to {@code to}, both included; a split of {@link SequenceSource}. */
record SequenceRange(long from, long to) {
    static final SplitCodec<SequenceRange> CODEC = new SplitCodec<>() {
        @Override
        public byte[] encode(SequenceRange split) {
            RecordOutput out = new RecordOutput(16);
            out.writeLong(split.from);
            out.writeLong(split.to);
            return out.toByteArray();
        }

        @Override
        public SequenceRange decode(byte[] bytes) {
            if (bytes.length != 16) {
                throw new IllegalArgumentException("A range of numbers has 16 bytes, not " + bytes.length);
            }
            RecordInput in = new RecordInput(bytes);
            return new SequenceRange(in.readLong(), in.readLong());
        }
    };

    SequenceRange {
        if (from > to) {
            throw new IllegalArgumentException("The range from " + from + " to " + to + " is empty");
        }
    }
}
