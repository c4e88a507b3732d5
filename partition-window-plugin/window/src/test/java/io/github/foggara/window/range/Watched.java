package io.github.foggara.window.range;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.task.DirectingOperator;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.TaskContext;

/** Asks an operator for each record it emits where that one goes, as an edge would. */
final class Watched implements Operator<Object, Object> {
    private final DirectingOperator<Object, Object> operator;
    private final int consumers;

    /** A record on its way. */
    record Sent(int target, Object record) {}

    Watched(DirectingOperator<Object, Object> operator, int consumers) {
        this.operator = operator;
        this.consumers = consumers;
    }

    private Collector<Object> around(Collector<Object> out) {
        return record -> out.collect(new Sent(operator.target(consumers), record));
    }

    @Override
    public void open(TaskContext context) throws Exception {
        operator.open(context);
    }

    @Override
    public void process(int input, Object record, Collector<Object> out) throws Exception {
        operator.process(input, record, around(out));
    }

    @Override
    public void endInput(int input, Collector<Object> out) throws Exception {
        operator.endInput(input, around(out));
    }

    @Override
    public void finish(Collector<Object> out) throws Exception {
        operator.finish(around(out));
    }

    @Override
    public void close() throws Exception {
        operator.close();
    }
}
