package io.github.foggara.connector.file;

import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.job.SplitEnumerator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs an unbounded file source on one thread, with a timer that fires when told and checkpoints as an engine takes them. */
public final class FollowRun<T> implements EnumeratorContext<FileSplit> {
    /**
     * A cut.
     *
     * @param splits by subtask, encoded
     * @param records by subtask, emitted before the cut
     */
    public record Checkpoint<T>(byte[] enumerator, List<List<byte[]>> splits, List<List<T>> records) {}

    private final Source<T, FileSplit> source;
    private final List<Reader> readers = new ArrayList<>();
    private final SplitEnumerator<FileSplit> enumerator;
    private Action timer;

    public final List<FileSplit> assigned = new ArrayList<>();

    public FollowRun(Source<T, FileSplit> source, int parallelism) throws Exception {
        this.source = source;
        for (int i = 0; i < parallelism; i++) {
            readers.add(new Reader(i));
        }
        enumerator = source.createEnumerator(this);
        enumerator.start();
        for (Reader reader : readers) {
            reader.reader.open();
        }
    }

    /** Goes on from a checkpoint; former subtasks beyond the number of new ones are shared out. */
    public FollowRun(Source<T, FileSplit> source, int parallelism, Checkpoint<T> from) throws Exception {
        this.source = source;
        for (int i = 0; i < parallelism; i++) {
            readers.add(new Reader(i));
        }
        enumerator = source.restoreEnumerator(this, from.enumerator());
        enumerator.start();
        for (Reader reader : readers) {
            reader.reader.open();
        }
        for (int i = 0; i < from.splits().size(); i++) {
            Reader reader = readers.get(i % parallelism);
            for (byte[] split : from.splits().get(i)) {
                reader.reader.addSplits(List.of(source.splitCodec().decode(split)));
            }
            reader.records.addAll(from.records().get(i));
        }
    }

    public Checkpoint<T> checkpoint() throws Exception {
        List<List<byte[]>> splits = new ArrayList<>();
        List<List<T>> records = new ArrayList<>();
        for (Reader reader : readers) {
            splits.add(reader.reader.snapshot().stream()
                    .map(source.splitCodec()::encode)
                    .toList());
            records.add(List.copyOf(reader.records));
        }
        return new Checkpoint<>(enumerator.snapshot(1), splits, records);
    }

    /** The timer fires. */
    public void look() throws Exception {
        Action due = timer;
        timer = null;
        due.run();
    }

    /** One subtask emits at most so many records. */
    public void poll(int subtask, int count) throws Exception {
        Reader reader = readers.get(subtask);
        reader.budget = count;
        boolean more = true;
        while (more && reader.budget > 0) {
            reader.woken = false;
            more = reader.reader.poll(reader) == InputStatus.MORE_AVAILABLE || reader.woken;
        }
    }

    /** Everything that was found. */
    public FollowRun<T> pollAll() throws Exception {
        for (int subtask = 0; subtask < readers.size(); subtask++) {
            poll(subtask, Integer.MAX_VALUE);
        }
        return this;
    }

    public List<T> records() {
        List<T> all = new ArrayList<>();
        readers.forEach(reader -> all.addAll(reader.records));
        return all;
    }

    public List<T> records(int subtask) {
        return readers.get(subtask).records;
    }

    public void close() throws Exception {
        for (Reader reader : readers) {
            reader.reader.close();
        }
        enumerator.close();
    }

    @Override
    public int parallelism() {
        return readers.size();
    }

    @Override
    public void assign(int subtask, FileSplit split) {
        assigned.add(split);
        readers.get(subtask).woken = true;
        try {
            readers.get(subtask)
                    .reader
                    .addSplits(List.of(
                            source.splitCodec().decode(source.splitCodec().encode(split))));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void noMoreSplits(int subtask) {
        throw new AssertionError("a followed input does not end");
    }

    @Override
    public void totalWork(long units) {
        throw new AssertionError("nobody knows how much there will be");
    }

    @Override
    public void callAfter(Duration delay, Action action) {
        if (timer != null) {
            throw new AssertionError("two timers");
        }
        timer = action;
    }

    private final class Reader implements ReaderContext, SourceOutput<T> {
        private final int subtask;
        private final SourceReader<T, FileSplit> reader;
        private final List<T> records = new ArrayList<>();
        private int budget;
        private boolean woken;

        Reader(int subtask) {
            this.subtask = subtask;
            this.reader = source.createReader(this);
        }

        @Override
        public void collect(T record) {
            records.add(record);
            budget--;
        }

        @Override
        public boolean mayContinue() {
            return budget > 0;
        }

        @Override
        public void requestSplit() {
            try {
                enumerator.handleSplitRequest(subtask);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public void progress(long units) {}

        @Override
        public void wake() {}

        @Override
        public String jobName() {
            return "test";
        }

        @Override
        public String operatorName() {
            return "source";
        }

        @Override
        public int subtask() {
            return subtask;
        }

        @Override
        public int parallelism() {
            return readers.size();
        }

        @Override
        public int attempt() {
            return 0;
        }

        @Override
        public <S> S service(Class<S> type, String filter) {
            throw new IllegalStateException("no services here");
        }
    }
}
