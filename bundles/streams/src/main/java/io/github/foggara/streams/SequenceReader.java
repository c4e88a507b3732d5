package io.github.foggara.streams;

import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Emits the numbers of its ranges. Task thread. */
final class SequenceReader implements SourceReader<Long, SequenceRange> {
    private final ReaderContext context;
    private final Deque<SequenceRange> ranges = new ArrayDeque<>();
    private boolean requested;
    private boolean complete;
    private long emitted;

    SequenceReader(ReaderContext context) {
        this.context = context;
    }

    @Override
    public void open() {
        request();
    }

    @Override
    public InputStatus poll(SourceOutput<Long> out) {
        SequenceRange range = ranges.poll();
        if (range == null) {
            return complete ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
        }
        long next = range.from();
        boolean whole = false;
        while (!whole && out.mayContinue()) {
            out.collect(next);
            emitted++;
            whole = next == range.to();
            next++;
        }
        if (whole) {
            request();
        } else {
            ranges.addFirst(new SequenceRange(next, range.to()));
        }
        context.progress(emitted);
        return InputStatus.MORE_AVAILABLE;
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
        return List.copyOf(ranges);
    }

    @Override
    public void close() {
        ranges.clear();
    }
}
