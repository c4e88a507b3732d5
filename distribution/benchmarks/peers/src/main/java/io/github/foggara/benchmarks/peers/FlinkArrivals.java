package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Latencies;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Notes how late a record is. */
final class FlinkArrivals extends KeyedProcessFunction<Long, Tuple2<Long, Long>, Tuple2<Long, Long>> {
    private static final long serialVersionUID = 1;

    @Override
    public void processElement(Tuple2<Long, Long> record, Context context, Collector<Tuple2<Long, Long>> out) {
        Latencies.arrived(record.f1);
    }
}
