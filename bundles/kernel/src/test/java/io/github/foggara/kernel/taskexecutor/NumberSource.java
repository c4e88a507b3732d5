package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.job.SplitEnumerator;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/** The numbers 0 to count, in as many splits as asked for; numbers run on for ever if count is -1. */
class NumberSource implements Source<Long, NumberSource.Range> {
    record Range(long from, long to) {}

    private final long count;
    private final int splits;

    NumberSource(long count, int splits) {
        this.count = count;
        this.splits = splits;
    }

    @Override
    public Boundedness boundedness() {
        return count < 0 ? Boundedness.UNBOUNDED : Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<Range> createEnumerator(EnumeratorContext<Range> context) {
        long end = count < 0 ? Long.MAX_VALUE : count;
        ArrayDeque<Range> ranges = new ArrayDeque<>();
        for (int i = 0; i < splits; i++) {
            ranges.add(new Range(end / splits * i, i == splits - 1 ? end : end / splits * (i + 1)));
        }
        return new Ranges(ranges, context);
    }

    private record Ranges(ArrayDeque<Range> ranges, EnumeratorContext<Range> context)
            implements SplitEnumerator<Range> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask) {
            Range next = ranges.poll();
            if (next == null) {
                context.noMoreSplits(subtask);
            } else {
                context.assign(subtask, next);
            }
        }

        @Override
        public void addSplitsBack(List<Range> splits, int subtask) {
            ranges.addAll(splits);
        }

        @Override
        public void close() {}
    }

    @Override
    public SourceReader<Long, Range> createReader(ReaderContext context) {
        return new Reader(context);
    }

    @Override
    public SplitCodec<Range> splitCodec() {
        return new SplitCodec<>() {
            @Override
            public byte[] encode(Range split) {
                return ByteBuffer.allocate(16)
                        .putLong(split.from())
                        .putLong(split.to())
                        .array();
            }

            @Override
            public Range decode(byte[] bytes) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                return new Range(buffer.getLong(), buffer.getLong());
            }
        };
    }

    static class Reader implements SourceReader<Long, Range> {
        private final ReaderContext context;
        private final ArrayDeque<Range> splits = new ArrayDeque<>();
        private boolean noMore;
        private long next;
        private long end;

        Reader(ReaderContext context) {
            this.context = context;
        }

        @Override
        public void open() {
            context.requestSplit();
        }

        @Override
        public InputStatus poll(SourceOutput<Long> out) {
            while (next < end && out.mayContinue()) {
                out.collect(next++);
            }
            context.progress(next);
            if (next < end) {
                return InputStatus.MORE_AVAILABLE;
            }
            Range split = splits.poll();
            if (split == null) {
                return noMore ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
            }
            next = split.from();
            end = split.to();
            context.requestSplit();
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public void addSplits(List<Range> added) {
            splits.addAll(added);
        }

        @Override
        public void noMoreSplits() {
            noMore = true;
        }

        @Override
        public List<Range> snapshot() {
            List<Range> rest = new ArrayList<>(splits);
            if (next < end) {
                rest.add(0, new Range(next, end));
            }
            return rest;
        }

        @Override
        public void close() {}
    }
}
