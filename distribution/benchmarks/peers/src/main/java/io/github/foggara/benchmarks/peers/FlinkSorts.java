package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Load;
import io.github.foggara.benchmarks.work.Row;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The jobs of full-partition windows. The key is the second field, because Flink's position 0 cannot be chosen. */
final class FlinkSorts {
    private static final TypeInformation<Tuple2<byte[], Long>> ROW =
            Types.TUPLE(PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO, Types.LONG);

    private FlinkSorts() {}

    static void sort(StreamExecutionEnvironment env, Load load) {
        FlinkNumbers.Maker<Tuple2<byte[], Long>> maker = () -> {
            Tuple2<byte[], Long> reused = Tuple2.of(new byte[Row.PAYLOAD], 0L);
            return (number, due) -> {
                Row.fill(reused.f0, number);
                reused.f1 = Row.key(number);
                return reused;
            };
        };
        env.fromSource(new FlinkNumbers<>(load.records(), 0, maker), WatermarkStrategy.noWatermarks(), "rows", ROW)
                .fullWindowPartition()
                .sortPartition(1, Order.ASCENDING)
                .sinkTo(new FlinkTotals<>(new InOrder()));
    }

    static void partition(StreamExecutionEnvironment env, Load load) {
        FlinkNumbers.Maker<Long> maker = () -> (number, due) -> number;
        env.fromSource(
                        new FlinkNumbers<>(load.records(), 0, maker),
                        WatermarkStrategy.noWatermarks(),
                        "numbers",
                        Types.LONG)
                .fullWindowPartition()
                .<Long>mapPartition((numbers, out) -> {
                    long sum = 0;
                    for (long number : numbers) {
                        sum += number;
                    }
                    out.collect(sum);
                })
                .returns(Types.LONG)
                .sinkTo(new FlinkTotals<>(sum -> sum));
    }

    /** Fails the job if the rows of a subtask do not come in order; each subtask has a copy of its own. */
    private static final class InOrder implements FlinkTotals.Number<Tuple2<byte[], Long>> {
        private static final long serialVersionUID = 1;

        private long previous = Long.MIN_VALUE;

        @Override
        public long of(Tuple2<byte[], Long> row) {
            if (row.f1 < previous) {
                throw new IllegalStateException("The key " + row.f1 + " came after " + previous);
            }
            previous = row.f1;
            return Row.digest(row.f1, row.f0);
        }
    }
}
