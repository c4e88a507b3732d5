package io.github.foggara.benchmarks.peers;

import com.hazelcast.function.ToLongFunctionEx;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.Inbox;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;
import com.hazelcast.jet.pipeline.Sink;
import com.hazelcast.jet.pipeline.Sinks;

/** Counts records and adds up one number of each. */
final class JetTotals<T> extends AbstractProcessor {
    private final ToLongFunctionEx<T> number;
    private long count;
    private long sum;

    private JetTotals(ToLongFunctionEx<T> number) {
        this.number = number;
    }

    static <T> Sink<T> sink(int parallelism, ToLongFunctionEx<T> number) {
        return Sinks.fromProcessor(
                "totals", ProcessorMetaSupplier.of(parallelism, ProcessorSupplier.of(() -> new JetTotals<>(number))));
    }

    @Override
    @SuppressWarnings("unchecked")
    public void process(int ordinal, Inbox inbox) {
        Object record = inbox.poll();
        while (record != null) {
            count++;
            sum += number.applyAsLong((T) record);
            record = inbox.poll();
        }
    }

    @Override
    public boolean complete() {
        Tally.add(count, sum);
        return true;
    }
}
