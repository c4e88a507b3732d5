package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Chain;
import io.github.foggara.benchmarks.work.Load;
import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Words;
import io.github.foggara.benchmarks.work.Workload;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple10;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** The jobs. Records are tuples, which Flink serializes faster than records or POJOs. */
final class FlinkJobs {
    private static final TypeInformation<Tuple2<Long, Long>> PAIR = Types.TUPLE(Types.LONG, Types.LONG);
    private static final TypeInformation<Tuple2<String, Long>> WORD = Types.TUPLE(Types.STRING, Types.LONG);
    private static final TypeInformation<
                    Tuple10<String, Long, Integer, Double, Boolean, String, Short, Byte, Float, Long>>
            WIDE = Types.TUPLE(
                    Types.STRING,
                    Types.LONG,
                    Types.INT,
                    Types.DOUBLE,
                    Types.BOOLEAN,
                    Types.STRING,
                    Types.SHORT,
                    Types.BYTE,
                    Types.FLOAT,
                    Types.LONG);

    private FlinkJobs() {}

    /** One of the jobs that run before a measured one. */
    interface Other {
        void define(StreamExecutionEnvironment env, long records);
    }

    static void define(StreamExecutionEnvironment env, Load load) {
        switch (load.workload()) {
            case CHAIN -> chain(env, load);
            case SHUFFLE, NETWORK, MANY, STATE -> shuffle(env, load);
            case WIDE -> wide(env, load);
            case WORDS -> words(env, load);
            case LATENCY, NETWORK_LATENCY, IDLE -> endless(env, load);
            case RESTART -> restart(env, load);
            case SORT, SORT_IN_MEMORY -> FlinkSorts.sort(env, load);
            case PARTITION -> FlinkSorts.partition(env, load);
            default -> throw new IllegalArgumentException(load.workload().label());
        }
    }

    private static <T> DataStream<T> generate(
            StreamExecutionEnvironment env, long records, FlinkNumbers.Maker<T> maker, TypeInformation<T> type) {
        return env.fromSource(new FlinkNumbers<>(records, 0, maker), WatermarkStrategy.noWatermarks(), "numbers", type);
    }

    private static void chain(StreamExecutionEnvironment env, Load load) {
        generate(env, load.records(), () -> (number, due) -> number, Types.LONG)
                .map(Chain::map)
                .returns(Types.LONG)
                .filter(Chain::keep)
                .sinkTo(new FlinkTotals<>(v -> v));
    }

    private static void shuffle(StreamExecutionEnvironment env, Load load) {
        long keys = load.keys();
        FlinkNumbers.Maker<Tuple2<Long, Long>> maker = () -> {
            Tuple2<Long, Long> reused = new Tuple2<>();
            return (number, due) -> {
                long key = Numbers.key(number, keys);
                reused.f0 = key;
                reused.f1 = Numbers.value(key);
                return reused;
            };
        };
        FlinkSum.Read<Tuple2<Long, Long>> read = pair -> pair.f1;
        FlinkSum.Write<Tuple2<Long, Long>> write = (pair, sum) -> pair.f1 = sum;
        FlinkSum<Long, Tuple2<Long, Long>> sums =
                load.workload() == Workload.STATE ? new FlinkWatchedSum<>(read, write) : new FlinkSum<>(read, write);
        generate(env, load.records(), maker, PAIR)
                .keyBy(pair -> pair.f0, Types.LONG)
                .process(sums, PAIR)
                .sinkTo(new FlinkTotals<>(pair -> Numbers.digest(pair.f0, pair.f1)));
    }

    private static void wide(StreamExecutionEnvironment env, Load load) {
        generate(env, load.records(), new FlinkWideMaker(load.keys()), WIDE)
                .keyBy(wide -> wide.f0, Types.STRING)
                .process(
                        new FlinkSum<
                                String,
                                Tuple10<String, Long, Integer, Double, Boolean, String, Short, Byte, Float, Long>>(
                                wide -> wide.f9, (wide, sum) -> wide.f9 = sum),
                        WIDE)
                .sinkTo(new FlinkTotals<>(wide -> Numbers.digest(wide.f0.hashCode(), wide.f9)));
    }

    private static void words(StreamExecutionEnvironment env, Load load) {
        FileSource<String> files = FileSource.forRecordStreamFormat(
                        new TextLineInputFormat(), new Path(load.text().toUri()))
                .build();
        env.fromSource(files, WatermarkStrategy.noWatermarks(), "lines")
                .<Tuple2<String, Long>>flatMap((line, out) -> {
                    Tuple2<String, Long> reused = Tuple2.of("", 1L);
                    Words.split(line, word -> {
                        reused.f0 = word;
                        out.collect(reused);
                    });
                })
                .returns(WORD)
                .keyBy(word -> word.f0, Types.STRING)
                .process(
                        new FlinkSum<String, Tuple2<String, Long>>(word -> word.f1, (word, sum) -> word.f1 = sum), WORD)
                .sinkTo(new FlinkTotals<>(word -> Numbers.digest(word.f0.hashCode(), word.f1)));
    }

    private static void endless(StreamExecutionEnvironment env, Load load) {
        long keys = load.keys();
        double rate = (double) load.rate() / load.parallelism();
        long records = rate > 0 ? Long.MAX_VALUE / 4 : 0;
        FlinkNumbers.Maker<Tuple2<Long, Long>> maker = () -> (number, due) -> Tuple2.of(Numbers.key(number, keys), due);
        env.fromSource(new FlinkNumbers<>(records, rate, maker), WatermarkStrategy.noWatermarks(), "paced", PAIR)
                .keyBy(pair -> pair.f0, Types.LONG)
                .process(new FlinkArrivals(), PAIR)
                .sinkTo(new FlinkTotals<>(pair -> pair.f1));
    }

    private static void restart(StreamExecutionEnvironment env, Load load) {
        FlinkTrickle trickle = new FlinkTrickle(load.rate(), load.records() / load.parallelism(), load.keys());
        env.fromSource(trickle, WatermarkStrategy.noWatermarks(), "trickle", PAIR)
                .keyBy(pair -> pair.f0, Types.LONG)
                .map(new FlinkFailing())
                .returns(PAIR)
                .sinkTo(new FlinkTotals<>(pair -> Numbers.digest(pair.f0, pair.f1)));
    }

    static List<Other> others() {
        return List.of(
                (env, n) -> generate(env, n, () -> (number, due) -> number, Types.LONG)
                        .map(v -> Long.toString(v))
                        .filter(s -> s.length() > 2)
                        .map(String::length)
                        .sinkTo(new FlinkTotals<>(length -> length)),
                (env, n) -> generate(env, n, () -> (number, due) -> number, Types.LONG)
                        .map(v -> v / 3.0)
                        .filter(d -> d > 1)
                        .sinkTo(new FlinkTotals<>(Double::longValue)),
                (env, n) -> generate(env, n, () -> (number, due) -> number, Types.LONG)
                        .<Long>flatMap((v, out) -> {
                            out.collect(v);
                            out.collect(-v);
                        })
                        .returns(Types.LONG)
                        .sinkTo(new FlinkTotals<>(v -> v)),
                (env, n) -> generate(env, n, () -> (number, due) -> Tuple2.of(number % 100, number), PAIR)
                        .keyBy(pair -> pair.f0, Types.LONG)
                        .max(1)
                        .sinkTo(new FlinkTotals<>(pair -> pair.f1)),
                (env, n) -> generate(env, n, () -> (number, due) -> Tuple2.of("k" + number % 10, 1L), WORD)
                        .keyBy(word -> word.f0, Types.STRING)
                        .sum(1)
                        .sinkTo(new FlinkTotals<>(word -> word.f1)));
    }
}
