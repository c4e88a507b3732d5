package io.github.foggara.streams;

import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.PullReader;
import io.github.foggara.api.job.ReaderContext;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Emits the numbers of its ranges. Task thread. */
final class SequenceReader implements PullReader<Long, SequenceRange> {
    private final ReaderContext context;
    private final Deque<SequenceRange> ranges = new ArrayDeque<>();
    private boolean requested;
    private boolean complete;
    /** Numbers of the ranges begun so far. */
    private long begun;

    private long next;
    /** How many numbers of the current range are left, from {@code next} on. */
    private long rest;

    SequenceReader(ReaderContext context) {
        this.context = context;
    }

    @Override
    public void open() {
        request();
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
        SequenceRange range = ranges.poll();
        if (range == null) {
            request();
            return false;
        }
        next = range.from();
        rest = range.to() - range.from() + 1;
        begun += rest;
        return true;
    }

    @Override
    public InputStatus status() {
        return complete ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
    }

    @Override
    public void pause() {
        context.progress(begun - rest);
    }

    private void request() {
        if (!requested && !complete && ranges.isEmpty()) {
            requested = true;
            context.requestSplit();
        }
    }

    @Override
    public void addSplits(List<SequenceRange> splits) {
        requested = false;
        ranges.addAll(splits);
    }

    @Override
    public void noMoreSplits() {
        complete = true;
    }

    @Override
    public List<SequenceRange> snapshot() {
        List<SequenceRange> left = new ArrayList<>();
        if (rest > 0) {
            left.add(new SequenceRange(next, next + rest - 1));
        }
        left.addAll(ranges);
        return left;
    }

    @Override
    public void close() {
        ranges.clear();
        rest = 0;
    }
}
