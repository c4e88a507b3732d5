package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Failures;
import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Trickle;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource.NumberSequenceSplit;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Pairs of a key and the number of the record, as {@link Trickle} lets them through. Each reader makes its own; splits are not asked for. */
final class FlinkTrickle implements Source<Tuple2<Long, Long>, NumberSequenceSplit, Collection<NumberSequenceSplit>> {
    private static final long serialVersionUID = 1;

    private final NumberSequenceSource splits = new NumberSequenceSource(0, 0);
    private final double rate;
    private final long records;
    private final long keys;

    /** Rate and records of each subtask. */
    FlinkTrickle(double rate, long records, long keys) {
        this.rate = rate;
        this.records = records;
        this.keys = keys;
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> createEnumerator(
            SplitEnumeratorContext<NumberSequenceSplit> context) {
        return splits.createEnumerator(context);
    }

    @Override
    public SplitEnumerator<NumberSequenceSplit, Collection<NumberSequenceSplit>> restoreEnumerator(
            SplitEnumeratorContext<NumberSequenceSplit> context, Collection<NumberSequenceSplit> checkpoint) {
        return splits.restoreEnumerator(context, checkpoint);
    }

    @Override
    public SimpleVersionedSerializer<NumberSequenceSplit> getSplitSerializer() {
        return splits.getSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<Collection<NumberSequenceSplit>> getEnumeratorCheckpointSerializer() {
        return splits.getEnumeratorCheckpointSerializer();
    }

    @Override
    public SourceReader<Tuple2<Long, Long>, NumberSequenceSplit> createReader(SourceReaderContext context) {
        return new Reader(context.getIndexOfSubtask());
    }

    private final class Reader implements SourceReader<Tuple2<Long, Long>, NumberSequenceSplit> {
        private final int subtask;
        private final Tuple2<Long, Long> reused = new Tuple2<>();
        private volatile CompletableFuture<Void> available = new CompletableFuture<>();
        private Trickle trickle;
        private long emitted;

        Reader(int subtask) {
            this.subtask = subtask;
        }

        @Override
        public void start() {
            trickle = new Trickle(rate, records, this::wake);
        }

        private void wake() {
            CompletableFuture<Void> before = available;
            available = new CompletableFuture<>();
            before.complete(null);
        }

        @Override
        public InputStatus pollNext(ReaderOutput<Tuple2<Long, Long>> out) {
            long due = trickle.due();
            while (emitted < due) {
                if (emitted == 0) {
                    Failures.first(Failures.SOURCE, subtask);
                }
                long number = subtask * records + emitted++;
                reused.setFields(Numbers.key(number, keys), number);
                out.collect(reused);
            }
            return emitted == records ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
        }

        @Override
        public List<NumberSequenceSplit> snapshotState(long checkpoint) {
            throw new UnsupportedOperationException("The benchmarks take no checkpoints");
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return emitted < trickle.due() ? CompletableFuture.completedFuture(null) : available;
        }

        @Override
        public void addSplits(List<NumberSequenceSplit> splits) {}

        @Override
        public void notifyNoMoreSplits() {}

        @Override
        public void close() {
            if (trickle != null) {
                trickle.close();
            }
        }
    }
}
