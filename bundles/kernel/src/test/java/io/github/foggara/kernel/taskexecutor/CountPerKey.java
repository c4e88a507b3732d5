package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;

/** Counts the numbers of each key, and emits each number with its place in that count. */
final class CountPerKey implements KeyedProcessFunction<Long, Long, CountPerKey.Counted> {
    private static final long serialVersionUID = 1L;
    private transient ValueState<Long> count;

    /** The {@code place}-th number of its key. */
    record Counted(long key, long number, long place) {}

    @Override
    public void open(RuntimeContext context) {
        count = context.state(new ValueStateDescriptor<>("count", Long.class));
    }

    @Override
    public void process(Long number, Context<Long> context, Collector<Counted> out) {
        Long before = count.value();
        long place = before == null ? 1 : before + 1;
        count.update(place);
        out.collect(new Counted(context.currentKey(), number, place));
    }
}
