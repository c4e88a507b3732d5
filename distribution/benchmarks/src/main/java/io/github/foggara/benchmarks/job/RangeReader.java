package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.PullReader;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.benchmarks.job.RangeSource.Range;
import io.github.foggara.benchmarks.work.Dam;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Emits the numbers of its ranges, as far as {@link Dam} lets them through. Task thread. */
final class RangeReader implements PullReader<Long, Range> {
    private final ReaderContext context;
    private final Deque<Range> ranges = new ArrayDeque<>();
    private boolean complete;
    private boolean held;
    private long next;
    /** Of the current range. */
    private long last = -1;
    /** How many may be emitted of it, from {@code next} on. */
    private long rest;

    RangeReader(ReaderContext context) {
        this.context = context;
    }

    @Override
    public void open() {
        context.requestSplit();
    }

    @Override
    public boolean advance() {
        if (rest == 0 && !begin()) {
            return false;
        }
        rest--;
        return true;
    }

    @Override
    public Long record() {
        return next++;
    }

    private boolean begin() {
        if (next <= last) {
            if (!held) {
                held = true;
                Dam.reached();
            }
            return false;
        }
        Range range = ranges.poll();
        if (range == null) {
            return false;
        }
        next = range.from();
        last = range.to();
        rest = Dam.last(next, last) - next + 1;
        context.requestSplit();
        return rest > 0;
    }

    @Override
    public InputStatus status() {
        return complete && next > last ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public void addSplits(List<Range> splits) {
        ranges.addAll(splits);
    }

    @Override
    public void noMoreSplits() {
        complete = true;
    }

    @Override
    public List<Range> snapshot() {
        List<Range> left = new ArrayList<>(ranges);
        if (next <= last) {
            left.add(0, new Range(next, last));
        }
        return left;
    }

    @Override
    public void close() {}
}
