package io.github.foggara.connector.file;

import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.job.SplitEnumerator;
import java.util.ArrayList;
import java.util.List;

/** Runs a file source with several readers, in turns on one thread, the way an engine would. */
public final class SourceRun<T> implements EnumeratorContext<FileSplit> {
    private final Source<T, FileSplit> source;
    private final List<Reader> readers = new ArrayList<>();
    private final SplitEnumerator<FileSplit> enumerator;

    /** Every split handed out, in that order. */
    public final List<FileSplit> assigned = new ArrayList<>();

    public long totalWork = -1;

    public SourceRun(Source<T, FileSplit> source, int parallelism) throws Exception {
        this.source = source;
        for (int i = 0; i < parallelism; i++) {
            readers.add(new Reader(i));
        }
        enumerator = source.createEnumerator(this);
        enumerator.start();
    }

    /** All records of a run with one reader, in order. */
    public static <T> List<T> all(Source<T, FileSplit> source) throws Exception {
        return all(source, 1);
    }

    /** The records of all readers, reader by reader. */
    public static <T> List<T> all(Source<T, FileSplit> source, int parallelism) throws Exception {
        return new SourceRun<>(source, parallelism).run();
    }

    public List<T> run() throws Exception {
        for (Reader reader : readers) {
            reader.reader.open();
        }
        try {
            for (boolean busy = true; busy; ) {
                busy = false;
                for (Reader reader : readers) {
                    busy |= reader.turn(3);
                }
            }
        } finally {
            for (Reader reader : readers) {
                reader.reader.close();
            }
            enumerator.close();
        }
        List<T> result = new ArrayList<>();
        readers.forEach(r -> result.addAll(r.records));
        return result;
    }

    public Reader reader(int subtask) {
        return readers.get(subtask);
    }

    public SplitEnumerator<FileSplit> enumerator() {
        return enumerator;
    }

    public long progress() {
        return readers.stream().mapToLong(r -> r.progress).sum();
    }

    @Override
    public int parallelism() {
        return readers.size();
    }

    @Override
    public void assign(int subtask, FileSplit split) {
        assigned.add(split);
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
        readers.get(subtask).reader.noMoreSplits();
    }

    @Override
    public void totalWork(long units) {
        totalWork = units;
    }

    /** A reader with its surroundings. */
    public final class Reader implements ReaderContext, SourceOutput<T> {
        private final int subtask;
        private int budget;
        private boolean ended;

        public final SourceReader<T, FileSplit> reader;
        public final List<T> records = new ArrayList<>();
        public long progress;

        Reader(int subtask) {
            this.subtask = subtask;
            this.reader = source.createReader(this);
        }

        /** Polls until so many records have come; false when the input has ended. */
        public boolean turn(int count) throws Exception {
            budget = count;
            while (!ended && budget > 0) {
                InputStatus status = reader.poll(this);
                ended = status == InputStatus.END_OF_INPUT;
            }
            return !ended;
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
        public void progress(long units) {
            progress = units;
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
