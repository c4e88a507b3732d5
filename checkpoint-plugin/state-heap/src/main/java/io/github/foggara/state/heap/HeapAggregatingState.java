package io.github.foggara.state.heap;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.state.AggregatingState;
import java.util.Objects;

/** Accumulators are this state's own; the function may change them in place. */
final class HeapAggregatingState<I, A, O> implements AggregatingState<I, O> {
    private final String words;
    private final StateTable table;
    private final Keeping<A> keeping;
    private final AggregateFunction<I, A, O> function;
    private final Pinning pinning;

    HeapAggregatingState(
            String words, StateTable table, Keeping<A> keeping, AggregateFunction<I, A, O> function, Pinning pinning) {
        this.words = words;
        this.table = table;
        this.keeping = keeping;
        this.function = function;
        this.pinning = pinning;
    }

    @Override
    @SuppressWarnings("unchecked")
    public O get() throws Exception {
        AccumulatorCell cell = (AccumulatorCell) table.get();
        return cell == null ? null : function.result((A) cell.accumulator);
    }

    @Override
    @SuppressWarnings("unchecked")
    public void add(I value) throws Exception {
        AccumulatorCell cell = (AccumulatorCell) table.get();
        if (cell == null) {
            A first = checked(function.add(value, checked(function.createAccumulator())));
            // Refuses a type that is not registered.
            keeping.codec().estimateBytes(first);
            table.put(new AccumulatorCell(pinning.stamp(), first));
            return;
        }
        if (pinning.pinned(cell.stamp)) {
            cell = new AccumulatorCell(pinning.stamp(), keeping.untouched((A) cell.accumulator));
            table.put(cell);
        }
        cell.accumulator = checked(function.add(value, (A) cell.accumulator));
    }

    private A checked(A accumulator) {
        return Objects.requireNonNull(accumulator, () -> "The aggregate function of " + words + " returned null");
    }

    @Override
    public void clear() {
        table.remove();
    }
}
