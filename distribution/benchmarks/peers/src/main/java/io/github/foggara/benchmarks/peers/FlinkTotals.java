package io.github.foggara.benchmarks.peers;

import java.io.Serializable;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;

/** Counts records and adds up one number of each. */
final class FlinkTotals<T> implements Sink<T> {
    private static final long serialVersionUID = 1;

    private final Number<T> number;

    FlinkTotals(Number<T> number) {
        this.number = number;
    }

    /** The number to add up. */
    interface Number<T> extends Serializable {
        long of(T record);
    }

    @Override
    public SinkWriter<T> createWriter(WriterInitContext context) {
        return new Writer<>(number);
    }

    private static final class Writer<T> implements SinkWriter<T> {
        private final Number<T> number;
        private long count;
        private long sum;

        Writer(Number<T> number) {
            this.number = number;
        }

        @Override
        public void write(T record, Context context) {
            count++;
            sum += number.of(record);
        }

        @Override
        public void flush(boolean endOfInput) {
            if (endOfInput) {
                Tally.add(count, sum);
                count = 0;
                sum = 0;
            }
        }

        @Override
        public void close() {}
    }
}
