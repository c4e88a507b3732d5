package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Watch;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.util.Collector;

/** The same, watched. */
final class FlinkWatchedSum<K, T> extends FlinkSum<K, T> {
    private static final long serialVersionUID = 1;

    private transient Watch watch;

    FlinkWatchedSum(Read<T> read, Write<T> write) {
        super(read, write);
    }

    @Override
    public void open(OpenContext context) {
        super.open(context);
        watch = new Watch(getRuntimeContext().getTaskInfo().getIndexOfThisSubtask());
    }

    @Override
    public void processElement(T record, Context context, Collector<T> out) throws Exception {
        watch.record();
        super.processElement(record, context, out);
    }

    @Override
    public void close() {
        if (watch != null) {
            watch.end();
        }
    }
}
