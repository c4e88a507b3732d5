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
import io.github.foggara.benchmarks.work.Failures;
import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Pair;
import io.github.foggara.benchmarks.work.Trickle;
import java.util.List;

/** Pairs of a key and the number of the record, as {@link Trickle} lets them through. Each reader makes its own, from the first one on. */
final class TrickleSource implements Source<Pair, Integer> {
    private final double rate;
    private final long records;
    private final long keys;

    /** Rate and records of each subtask. */
    TrickleSource(double rate, long records, long keys) {
        this.rate = rate;
        this.records = records;
        this.keys = keys;
    }

    @Override
    public Boundedness boundedness() {
        return Boundedness.BOUNDED;
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
        return new Reader(context);
    }

    @Override
    public SplitCodec<Integer> splitCodec() {
        return new NoSplits.Codec();
    }

    private final class Reader implements SourceReader<Pair, Integer> {
        private final ReaderContext context;
        private Trickle trickle;
        private long emitted;

        Reader(ReaderContext context) {
            this.context = context;
        }

        @Override
        public void open() {
            trickle = new Trickle(rate, records, context::wake);
        }

        @Override
        public InputStatus poll(SourceOutput<Pair> out) {
            long due = trickle.due();
            while (emitted < due && out.mayContinue()) {
                if (emitted == 0) {
                    Failures.first(Failures.SOURCE, context.subtask());
                }
                long number = context.subtask() * records + emitted++;
                out.collect(new Pair(Numbers.key(number, keys), number));
            }
            if (emitted == records) {
                return InputStatus.END_OF_INPUT;
            }
            return emitted < due ? InputStatus.MORE_AVAILABLE : InputStatus.NOTHING_AVAILABLE;
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
        public void close() {
            trickle.close();
        }
    }
}
