package io.github.foggara.streams;

import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.job.SplitEnumerator;

/** A range of whole numbers, read in parallel. */
final class SequenceSource implements Source<Long, SequenceRange> {
    private final long from;
    private final long to;

    SequenceSource(long from, long to) {
        if (from > to) {
            throw new JobDefinitionException(
                    "fromSequence(" + from + ", " + to + ") is empty: the first number is larger");
        }
        if (to - from < 0 || to - from == Long.MAX_VALUE) {
            throw new JobDefinitionException("fromSequence(" + from + ", " + to + ") has more than 2^63-1 numbers");
        }
        this.from = from;
        this.to = to;
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public Class<Long> recordType() {
        return Long.class;
    }

    @Override
    public SplitEnumerator<SequenceRange> createEnumerator(EnumeratorContext<SequenceRange> context) {
        return new SequenceEnumerator(from, to, context);
    }

    @Override
    public SplitEnumerator<SequenceRange> restoreEnumerator(EnumeratorContext<SequenceRange> context, byte[] state) {
        return new SequenceEnumerator(from, to, context, state);
    }

    @Override
    public SourceReader<Long, SequenceRange> createReader(ReaderContext context) {
        return new SequenceReader(context);
    }

    @Override
    public SplitCodec<SequenceRange> splitCodec() {
        return SequenceRange.CODEC;
    }

    @Override
    public String toString() {
        return "sequence " + from + " to " + to;
    }
}
