package io.github.foggara.benchmarks.peers;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;

/** Records made of numbers, as many as the outputs take. */
final class JetNumbers<T> extends AbstractProcessor {
    private final long records;
    private final FunctionEx<Long, T> maker;
    private long next;
    private long end;
    private T refused;

    private JetNumbers(long records, FunctionEx<Long, T> maker) {
        this.records = records;
        this.maker = maker;
    }

    static <T> ProcessorMetaSupplier of(long records, int parallelism, FunctionEx<Long, T> maker) {
        return ProcessorMetaSupplier.of(parallelism, ProcessorSupplier.of(() -> new JetNumbers<>(records, maker)));
    }

    @Override
    protected void init(Context context) {
        int index = context.globalProcessorIndex();
        int total = context.totalParallelism();
        next = records / total * index;
        end = index == total - 1 ? records : records / total * (index + 1);
    }

    @Override
    public boolean complete() {
        if (refused != null) {
            if (!tryEmit(refused)) {
                return false;
            }
            refused = null;
        }
        while (next < end) {
            T made = maker.apply(next++);
            if (!tryEmit(made)) {
                refused = made;
                return false;
            }
        }
        return true;
    }
}
