package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Failures;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.java.tuple.Tuple2;

/** Hands records on, until it is told to fail. */
final class FlinkFailing extends RichMapFunction<Tuple2<Long, Long>, Tuple2<Long, Long>> {
    private static final long serialVersionUID = 1;

    private transient int subtask;
    private transient boolean begun;

    @Override
    public void open(OpenContext context) {
        subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    }

    @Override
    public Tuple2<Long, Long> map(Tuple2<Long, Long> pair) {
        if (!begun) {
            begun = true;
            Failures.first(Failures.KEYED, subtask);
        }
        Failures.failIfDue(subtask);
        return pair;
    }
}
