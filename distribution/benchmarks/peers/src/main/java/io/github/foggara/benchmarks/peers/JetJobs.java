package io.github.foggara.benchmarks.peers;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.function.Functions;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.Util;
import com.hazelcast.jet.accumulator.LongAccumulator;
import com.hazelcast.jet.aggregate.AggregateOperations;
import com.hazelcast.jet.pipeline.BatchStage;
import com.hazelcast.jet.pipeline.Pipeline;
import com.hazelcast.jet.pipeline.Sources;
import io.github.foggara.benchmarks.work.Chain;
import io.github.foggara.benchmarks.work.Latencies;
import io.github.foggara.benchmarks.work.Load;
import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Pair;
import io.github.foggara.benchmarks.work.Wide;
import java.util.List;
import java.util.Map;

/** The jobs. */
final class JetJobs {
    private JetJobs() {}

    /** One of the jobs that run before a measured one. */
    interface Other {
        void define(Pipeline pipeline, long records);
    }

    static Pipeline pipeline(Load load) {
        Pipeline pipeline = Pipeline.create();
        switch (load.workload()) {
            case CHAIN -> chain(pipeline, load);
            case SHUFFLE, NETWORK, MANY -> shuffle(pipeline, load);
            case WIDE -> wide(pipeline, load);
            case WORDS -> words(pipeline, load);
            case LATENCY, NETWORK_LATENCY, IDLE -> endless(pipeline, load);
            default -> throw new IllegalArgumentException(load.workload().label());
        }
        return pipeline;
    }

    private static <T> BatchStage<T> generate(
            Pipeline pipeline, long records, int parallelism, FunctionEx<Long, T> maker) {
        return pipeline.readFrom(Sources.<T>batchFromProcessor("numbers", JetNumbers.of(records, parallelism, maker)));
    }

    private static void chain(Pipeline pipeline, Load load) {
        int p = load.parallelism();
        generate(pipeline, load.records(), p, number -> number)
                .map(Chain::map)
                .setLocalParallelism(p)
                .filter(Chain::keep)
                .setLocalParallelism(p)
                .writeTo(JetTotals.sink(p, v -> v));
    }

    private static void shuffle(Pipeline pipeline, Load load) {
        int p = load.parallelism() / load.workload().taskManagers();
        long keys = load.keys();
        generate(pipeline, load.records(), p, number -> pair(number, keys))
                .groupingKey(Pair::key)
                .mapStateful(LongAccumulator::new, (sum, key, pair) -> {
                    sum.add(pair.value());
                    return new Pair(key, sum.get());
                })
                .setLocalParallelism(p)
                .writeTo(JetTotals.sink(p, pair -> Numbers.digest(pair.key(), pair.value())));
    }

    private static Pair pair(long number, long keys) {
        long key = Numbers.key(number, keys);
        return new Pair(key, Numbers.value(key));
    }

    private static void wide(Pipeline pipeline, Load load) {
        int p = load.parallelism();
        long keys = load.keys();
        generate(pipeline, load.records(), p, number -> Wide.of(number, keys))
                .groupingKey(Wide::key)
                .mapStateful(LongAccumulator::new, (sum, key, wide) -> {
                    sum.add(wide.amount());
                    return wide.amount(sum.get());
                })
                .setLocalParallelism(p)
                .writeTo(JetTotals.sink(p, wide -> Numbers.digest(wide.key().hashCode(), wide.amount())));
    }

    private static void words(Pipeline pipeline, Load load) {
        int p = load.parallelism();
        pipeline.readFrom(Sources.filesBuilder(load.text().toString())
                        .sharedFileSystem(true)
                        .build())
                .<String>flatMap(line -> new JetWords(line))
                .setLocalParallelism(p)
                .groupingKey(Functions.wholeItem())
                .rollingAggregate(AggregateOperations.counting())
                .setLocalParallelism(p)
                .writeTo(JetTotals.sink(p, word -> Numbers.digest(word.getKey().hashCode(), word.getValue())));
    }

    private static void endless(Pipeline pipeline, Load load) {
        int p = load.parallelism() / load.workload().taskManagers();
        pipeline.readFrom(Sources.<Pair>streamFromProcessor(
                        "paced", JetPaced.of(p, (double) load.rate() / load.parallelism(), load.keys(), load.records() == 0)))
                .withoutTimestamps()
                .rebalance(Pair::key)
                .map(pair -> {
                    Latencies.arrived(pair.value());
                    return (Pair) null;
                })
                .setLocalParallelism(p)
                .writeTo(JetTotals.sink(p, Pair::value));
    }

    static List<Other> others() {
        return List.of(
                (pipeline, n) -> generate(pipeline, n, 1, number -> number)
                        .map(v -> Long.toString(v))
                        .filter(s -> s.length() > 2)
                        .map(String::length)
                        .writeTo(JetTotals.sink(1, length -> length)),
                (pipeline, n) -> generate(pipeline, n, 1, number -> number)
                        .map(v -> v / 3.0)
                        .filter(d -> d > 1)
                        .writeTo(JetTotals.sink(1, Double::longValue)),
                (pipeline, n) -> generate(pipeline, n, 1, number -> number)
                        .<Long>flatMap(v -> Traversers.traverseItems(v, -v))
                        .writeTo(JetTotals.sink(1, v -> v)),
                (pipeline, n) -> generate(pipeline, n, 1, number -> new Pair(number % 100, number))
                        .groupingKey(Pair::key)
                        .mapStateful(LongAccumulator::new, (most, key, pair) -> {
                            most.set(Math.max(most.get(), pair.value()));
                            return new Pair(key, most.get());
                        })
                        .writeTo(JetTotals.sink(1, Pair::value)),
                (pipeline, n) -> generate(pipeline, n, 1, number -> Util.entry("k" + number % 10, 1L))
                        .groupingKey(Map.Entry::getKey)
                        .rollingAggregate(AggregateOperations.counting())
                        .writeTo(JetTotals.sink(1, Map.Entry::getValue)));
    }
}
