package io.github.foggara.streams;

import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Whole numbers from {@code from} to {@code to}, both included; a split of {@link SequenceSource}. */
record SequenceRange(long from, long to) {
    static final SplitCodec<SequenceRange> CODEC = new SplitCodec<>() {
        @Override
        public byte[] encode(SequenceRange split) {
            RecordOutput out = new RecordOutput(1 + BYTES);
            out.writeByte(VERSION);
            split.write(out);
            return out.toByteArray();
        }

        @Override
        public SequenceRange decode(byte[] bytes) {
            if (bytes.length != 1 + BYTES) {
                throw new IllegalArgumentException(
                        "A range of numbers has " + (1 + BYTES) + " bytes, not " + bytes.length);
            }
            RecordInput in = new RecordInput(bytes);
            requireVersion(in, "range");
            return read(in);
        }
    };

    private static final int VERSION = 1;
    private static final int BYTES = 16;

    SequenceRange {
        if (from > to) {
            throw new IllegalArgumentException("The range from " + from + " to " + to + " is empty");
        }
    }

    private void write(RecordOutput out) {
        out.writeLong(from);
        out.writeLong(to);
    }

    private static SequenceRange read(RecordInput in) {
        return new SequenceRange(in.readLong(), in.readLong());
    }

    private static void requireVersion(RecordInput in, String what) {
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "A " + what + " of numbers of version " + version + "; only " + VERSION + " is known");
        }
    }

    /** Ranges in their order: version byte, count, each of them. */
    static byte[] encodeAll(Collection<SequenceRange> ranges) {
        RecordOutput out = new RecordOutput(2 + BYTES * ranges.size());
        out.writeByte(VERSION);
        out.writeVarLong(ranges.size());
        ranges.forEach(range -> range.write(out));
        return out.toByteArray();
    }

    /**
     * @throws IllegalArgumentException if it is not what {@link #encodeAll} wrote, of ranges within {@code bounds}
     */
    static List<SequenceRange> decodeAll(byte[] bytes, SequenceRange bounds) {
        RecordInput in = new RecordInput(bytes);
        requireVersion(in, "list");
        int count = in.readLength();
        if (in.remaining() != (long) count * BYTES) {
            throw new IllegalArgumentException(
                    count + " ranges of numbers take " + (long) count * BYTES + " bytes, there are " + in.remaining());
        }
        List<SequenceRange> ranges = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            SequenceRange range = read(in);
            if (range.from < bounds.from || range.to > bounds.to) {
                throw new IllegalArgumentException("The range from " + range.from + " to " + range.to
                        + " does not lie within the sequence from " + bounds.from + " to " + bounds.to);
            }
            ranges.add(range);
        }
        return ranges;
    }
}
