package io.github.foggara.kernel.simulation;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;

/** A rolling count per key, in keyed state: so each count of each key comes once, if every record counts once. */
final class CountEach implements KeyedProcessFunction<Long, Long, String> {
    private static final long serialVersionUID = 1L;
    private transient ValueState<Long> count;

    @Override
    public void open(RuntimeContext context) {
        count = context.state(new ValueStateDescriptor<>("count", Long.class));
    }

    @Override
    public void process(Long number, Context<Long> context, Collector<String> out) {
        Long before = count.value();
        long now = before == null ? 1 : before + 1;
        count.update(now);
        out.collect("key " + context.currentKey() + " count " + now);
    }
}
