package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.job.SplitEnumerator;
import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Pace;
import io.github.foggara.benchmarks.work.Pair;
import java.util.List;

/** Pairs of a key and the time at which the record was due, at an even rate; or nothing ever, at rate 0. Needs no splits. */
final class EndlessSource implements Source<Pair, Integer> {
    private final double rate;
    private final long keys;

    /** Rate in records per second of each subtask. */
    EndlessSource(double rate, long keys) {
        this.rate = rate;
        this.keys = keys;
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.UNBOUNDED;
    }

    @Override
    public Class<Pair> recordType() {
        return Pair.class;
    }

    @Override
    public SplitEnumerator<Integer> createEnumerator(EnumeratorContext<Integer> context) {
        return new NoSplits();
    }

    @Override
    public SourceReader<Pair, Integer> createReader(ReaderContext context) {
        return new Reader(rate, keys);
    }

    @Override
    public SplitCodec<Integer> splitCodec() {
        return new NoSplits.Codec();
    }

    private static final class Reader implements SourceReader<Pair, Integer> {
        private final double rate;
        private final long keys;
        private Pace pace;
        private long number;

        Reader(double rate, long keys) {
            this.rate = rate;
            this.keys = keys;
        }

        @Override
        public void open() {
            pace = rate == 0 ? null : new Pace(rate);
        }

        @Override
        public InputStatus poll(SourceOutput<Pair> out) {
            if (pace == null) {
                return InputStatus.NOTHING_AVAILABLE;
            }
            long pending = pace.pending();
            if (pending == 0) {
                // No longer than to the next record, some microseconds: a timer thread could not do it better.
                pace.nap();
                pending = pace.pending();
            }
            while (pending-- > 0 && out.mayContinue()) {
                out.collect(new Pair(Numbers.key(number++, keys), pace.next()));
            }
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public void addSplits(List<Integer> splits) {}

        @Override
        public void noMoreSplits() {}

        @Override
        public List<Integer> snapshot() {
            return List.of();
        }

        @Override
        public void close() {}
    }
}
