package io.github.foggara.streams;

import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.SplitEnumerator;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Hands out ranges in ascending order; several per reader, so that a slow one does not hold up the end. Coord thread. */
final class SequenceEnumerator implements SplitEnumerator<SequenceRange> {
    private static final int RANGES_PER_READER = 4;

    private final long from;
    private final long to;
    private final EnumeratorContext<SequenceRange> context;
    private final Deque<SequenceRange> ranges = new ArrayDeque<>();
    private final boolean restored;

    SequenceEnumerator(long from, long to, EnumeratorContext<SequenceRange> context) {
        this.from = from;
        this.to = to;
        this.context = context;
        this.restored = false;
    }

    /**
     * Goes on where a snapshot was taken.
     *
     * @throws IllegalArgumentException if it is not a snapshot of this sequence
     */
    SequenceEnumerator(long from, long to, EnumeratorContext<SequenceRange> context, byte[] snapshot) {
        this.from = from;
        this.to = to;
        this.context = context;
        this.restored = true;
        ranges.addAll(SequenceRange.decodeAll(snapshot, new SequenceRange(from, to)));
    }

    @Override
    public void start() {
        long count = to - from + 1;
        if (!restored) {
            cut(count);
        }
        context.totalWork(count);
    }

    private void cut(long count) {
        long pieces = Math.min(count, (long) context.parallelism() * RANGES_PER_READER);
        long size = count / pieces;
        long larger = count % pieces;
        long next = from;
        for (long i = 0; i < pieces; i++) {
            long last = next + size - 1 + (i < larger ? 1 : 0);
            ranges.add(new SequenceRange(next, last));
            next = last + 1;
        }
    }

    @Override
    public void handleSplitRequest(int subtask) {
        if (ranges.isEmpty()) {
            context.noMoreSplits(subtask);
        } else {
            context.assign(subtask, ranges.poll());
        }
    }

    @Override
    public void addSplitsBack(List<SequenceRange> splits, int subtask) {
        for (int i = splits.size() - 1; i >= 0; i--) {
            ranges.addFirst(splits.get(i));
        }
    }

    @Override
    public byte[] snapshot(long checkpoint) {
        return SequenceRange.encodeAll(ranges);
    }

    @Override
    public void close() {
        ranges.clear();
    }
}
