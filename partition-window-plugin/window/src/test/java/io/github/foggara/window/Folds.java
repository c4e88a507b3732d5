package io.github.foggara.window;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.ReduceFunction;

/** Functions of the tests. */
final class Folds {
    private Folds() {}

    /** An immutable accumulator: what {@code add} returns is another object. */
    static final class Sum implements AggregateFunction<Integer, Integer, Integer> {
        @Override
        public Integer createAccumulator() {
            return 0;
        }

        @Override
        public Integer add(Integer value, Integer accumulator) {
            return accumulator + value;
        }

        @Override
        public Integer result(Integer accumulator) {
            return accumulator;
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            return left + right;
        }
    }

    /** A mutable accumulator: {@code add} changes it and returns it. */
    static final class SumInPlace implements AggregateFunction<Integer, long[], Integer> {
        @Override
        public long[] createAccumulator() {
            return new long[1];
        }

        @Override
        public long[] add(Integer value, long[] accumulator) {
            accumulator[0] += value;
            return accumulator;
        }

        @Override
        public Integer result(long[] accumulator) {
            return (int) accumulator[0];
        }

        @Override
        public long[] merge(long[] left, long[] right) {
            left[0] += right[0];
            return left;
        }
    }

    /** Adds the later one to the earlier one in place, but for every third, which it returns itself. */
    static final class Mixed implements ReduceFunction<long[]> {
        @Override
        public long[] reduce(long[] left, long[] right) {
            if (++left[1] % 3 == 0) {
                right[0] += left[0];
                right[1] = left[1];
                return right;
            }
            left[0] += right[0];
            return left;
        }
    }

    /** Not commutative, so that the order of arrival shows. */
    static final class Join implements ReduceFunction<String> {
        @Override
        public String reduce(String left, String right) {
            return left + right;
        }
    }
}
