package io.github.foggara.benchmarks.job;

import io.github.foggara.api.function.Function;
import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.benchmarks.work.Totals;
import java.nio.ByteBuffer;
import java.util.List;

/** Counts records and adds up one number of each; the totals of all subtasks come as one line of the job's report. */
public final class TotalSink<T> implements Sink<T> {
    /** The number to add up. */
    @FunctionalInterface
    public interface Number<T> extends Function {
        long of(T record);
    }

    private final Number<T> number;

    public TotalSink(Number<T> number) {
        this.number = number;
    }

    public static String line(long count, long sum) {
        return "count=" + count + " sum=" + sum;
    }

    /** The totals that such a line tells. */
    public static Totals totals(String line) {
        String[] words = line.split("[= ]");
        return new Totals(Long.parseLong(words[1]), Long.parseLong(words[3]));
    }

    @Override
    public SinkWriter<T> createWriter(SinkContext context) {
        return new Writer<>(number);
    }

    @Override
    public SinkCommitter createCommitter(CommitterContext context) {
        return new Committer(context);
    }

    private static final class Writer<T> implements SinkWriter<T> {
        private final Number<T> number;
        private long count;
        private long sum;

        Writer(Number<T> number) {
            this.number = number;
        }

        @Override
        public void open() {}

        @Override
        public void write(T record) {
            count++;
            sum += number.of(record);
        }

        /** Nothing is published before the end: these jobs do not go on after a failure with what they had counted. */
        @Override
        public List<byte[]> prepareCommit(long checkpoint) {
            return List.of();
        }

        @Override
        public List<byte[]> finish() {
            return List.of(ByteBuffer.allocate(16).putLong(count).putLong(sum).array());
        }

        @Override
        public void close() {}
    }

    private record Committer(CommitterContext context) implements SinkCommitter {
        @Override
        public void open() {}

        @Override
        public void commit(List<byte[]> committables) {
            long count = 0;
            long sum = 0;
            for (byte[] bytes : committables) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                count += buffer.getLong();
                sum += buffer.getLong();
            }
            context.report(line(count, sum));
        }

        @Override
        public void restore(long checkpoint, List<byte[]> committables) {}

        @Override
        public void commit(long checkpoint, List<byte[]> committables) {}

        @Override
        public void abort() {}
    }
}
