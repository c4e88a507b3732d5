package io.github.foggara.examples.logfollow;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;

/** Numbers the lines of each key. After a restart it goes on with the number of the checkpoint, so that none is missing or given twice. */
final class Numbering implements KeyedProcessFunction<String, Entry, Numbered> {
    private static final long serialVersionUID = 1L;

    private ValueState<Long> last;

    @Override
    public void open(RuntimeContext context) {
        last = context.state(new ValueStateDescriptor<>("last", Long.class));
    }

    @Override
    public void process(Entry entry, Context<String> context, Collector<Numbered> out) {
        Long before = last.value();
        long number = before == null ? 1 : before + 1;
        last.update(number);
        out.collect(new Numbered(context.currentKey(), number, entry.line()));
    }
}
