package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.job.SplitEnumerator;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** As fromSequence from 0 on, with one range per subtask, and held by the dam. */
final class RangeSource implements Source<Long, RangeSource.Range> {
    private final long records;

    /** As many as can be divided by the parallelism. */
    RangeSource(long records) {
        this.records = records;
    }

    /** Numbers from and to, both included. */
    record Range(long from, long to) {}

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public Class<Long> recordType() {
        return Long.class;
    }

    @Override
    public SplitEnumerator<Range> createEnumerator(EnumeratorContext<Range> context) {
        Map<Integer, Range> ranges = new HashMap<>();
        long share = records / context.parallelism();
        for (int i = 0; i < context.parallelism(); i++) {
            ranges.put(i, new Range(i * share, (i + 1) * share - 1));
        }
        return new Enumerator(context, ranges);
    }

    /** Checkpoints are taken long after all ranges were handed out. */
    @Override
    public SplitEnumerator<Range> restoreEnumerator(EnumeratorContext<Range> context, byte[] state) {
        return new Enumerator(context, new HashMap<>());
    }

    @Override
    public SourceReader<Long, Range> createReader(ReaderContext context) {
        return new RangeReader(context);
    }

    @Override
    public SplitCodec<Range> splitCodec() {
        return new Codec();
    }

    private static final class Codec implements SplitCodec<Range> {
        @Override
        public byte[] encode(Range range) {
            return ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(range.from())
                    .putLong(range.to())
                    .array();
        }

        @Override
        public Range decode(byte[] bytes) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new Range(buffer.getLong(), buffer.getLong());
        }
    }

    /**
     * @param ranges by subtask: one that asks early must not take what another one is to have
     */
    private record Enumerator(EnumeratorContext<Range> context, Map<Integer, Range> ranges)
            implements SplitEnumerator<Range> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask) {
            Range range = ranges.remove(subtask);
            if (range == null) {
                context.noMoreSplits(subtask);
            } else {
                context.assign(subtask, range);
            }
        }

        @Override
        public void addSplitsBack(List<Range> splits, int subtask) {
            splits.forEach(range -> ranges.put(subtask, range));
        }

        @Override
        public byte[] snapshot(long checkpoint) {
            if (!ranges.isEmpty()) {
                throw new UnsupportedOperationException("Not all ranges are handed out");
            }
            return new byte[0];
        }

        @Override
        public void close() {}
    }
}
