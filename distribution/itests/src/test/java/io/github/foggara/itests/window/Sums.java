package io.github.foggara.itests.window;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.function.ReduceFunction;

/** Functions that fold. */
final class Sums {
    private Sums() {}

    /** The accumulator is another object each time. */
    static final class Sum implements AggregateFunction<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long createAccumulator() {
            return 0L;
        }

        @Override
        public Long add(Long value, Long accumulator) {
            return accumulator + value;
        }

        @Override
        public Long result(Long accumulator) {
            return accumulator;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }
    }

    static final class Add implements ReduceFunction<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long reduce(Long left, Long right) {
            return left + right;
        }
    }

    /** Emits count and sum as {@code count:sum}. */
    static final class Count implements MapPartitionFunction<Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void mapPartition(Iterable<Long> records, Collector<String> out) {
            long count = 0;
            long sum = 0;
            for (long record : records) {
                count++;
                sum += record;
            }
            out.collect(count + ":" + sum);
        }
    }

    static String text(Long number) {
        return Long.toString(number);
    }

    static Long half(Long number) {
        return number % 2;
    }
}
