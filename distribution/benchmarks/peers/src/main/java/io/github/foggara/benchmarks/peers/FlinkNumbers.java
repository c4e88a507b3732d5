package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Dam;
import io.github.foggara.benchmarks.work.Pace;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
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
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Records made of numbers. Emits many per poll, so that Flink's loop around the source costs little; its own sequence
 * source emits one.
 *
 * @param <T> type of the records
 */
final class FlinkNumbers<T> implements Source<T, NumberSequenceSplit, Collection<NumberSequenceSplit>> {
    private static final long serialVersionUID = 1;
    private static final int BURST = 128;

    private final NumberSequenceSource splits;
    private final boolean silent;
    private final double rate;
    private final Maker<T> maker;

    /** Rate in records per second of each subtask, 0 for as fast as possible; without records it waits for ever. */
    FlinkNumbers(long records, double rate, Maker<T> maker) {
        this.splits = new NumberSequenceSource(0, Math.max(0, records - 1));
        this.silent = records == 0;
        this.rate = rate;
        this.maker = maker;
    }

    /** A record of its number and, if the source is paced, the time when it is due. */
    interface Of<T> {
        T of(long number, long due);
    }

    /** What each subtask makes for itself. */
    interface Maker<T> extends Serializable {
        Of<T> make();
    }

    @Override
    public Boundedness getBoundedness() {
        return rate > 0 || silent ? Boundedness.CONTINUOUS_UNBOUNDED : Boundedness.BOUNDED;
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
    public SourceReader<T, NumberSequenceSplit> createReader(SourceReaderContext context) {
        return new Reader<>(context, maker.make(), rate, silent);
    }

    private static final class Reader<T> implements SourceReader<T, NumberSequenceSplit> {
        private final SourceReaderContext context;
        private final Of<T> records;
        private final double rate;
        private final boolean silent;
        private final Queue<NumberSequenceSplit> waiting = new ArrayDeque<>();
        private CompletableFuture<Void> available = new CompletableFuture<>();
        private Pace pace;
        private long next;
        private long last = -1;
        private boolean noMore;
        private boolean held;

        Reader(SourceReaderContext context, Of<T> records, double rate, boolean silent) {
            this.context = context;
            this.records = records;
            this.rate = rate;
            this.silent = silent;
        }

        @Override
        public void start() {
            if (!silent) {
                context.sendSplitRequest();
            }
        }

        @Override
        public InputStatus pollNext(ReaderOutput<T> out) {
            if (next > last) {
                NumberSequenceSplit split = waiting.poll();
                if (split == null) {
                    return noMore ? InputStatus.END_OF_INPUT : InputStatus.NOTHING_AVAILABLE;
                }
                next = split.from();
                last = split.to();
                pace = rate > 0 ? new Pace(rate) : null;
            }
            if (pace != null) {
                return paced(out);
            }
            long until = Dam.last(next, last);
            if (next > until || held) {
                return held();
            }
            long end = Math.min(until, next + BURST - 1);
            while (next <= end) {
                out.collect(records.of(next++, 0));
            }
            if (next > last && !noMore) {
                context.sendSplitRequest();
            }
            return InputStatus.MORE_AVAILABLE;
        }

        private InputStatus held() {
            if (!held) {
                held = true;
                Dam.reached();
            }
            return InputStatus.NOTHING_AVAILABLE;
        }

        private InputStatus paced(ReaderOutput<T> out) {
            long pending = pace.pending();
            if (pending == 0) {
                pace.nap();
                pending = pace.pending();
            }
            for (long i = Math.min(BURST, pending); i > 0; i--) {
                out.collect(records.of(next++, pace.next()));
            }
            return InputStatus.MORE_AVAILABLE;
        }

        @Override
        public List<NumberSequenceSplit> snapshotState(long checkpoint) {
            List<NumberSequenceSplit> left = new ArrayList<>(waiting);
            if (next <= last) {
                left.add(0, new NumberSequenceSplit(Long.toString(next), next, last));
            }
            return left;
        }

        @Override
        public CompletableFuture<Void> isAvailable() {
            return held || waiting.isEmpty() && next > last && !noMore
                    ? available
                    : CompletableFuture.completedFuture(null);
        }

        @Override
        public void addSplits(List<NumberSequenceSplit> splits) {
            waiting.addAll(splits);
            wake();
        }

        @Override
        public void notifyNoMoreSplits() {
            noMore = true;
            wake();
        }

        private void wake() {
            CompletableFuture<Void> before = available;
            available = new CompletableFuture<>();
            before.complete(null);
        }

        @Override
        public void close() {}
    }
}
