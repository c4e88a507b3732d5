package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Wide;
import org.apache.flink.api.java.tuple.Tuple10;

/** The records of ten fields as a tuple, which is used again for each. */
final class FlinkWideMaker
        implements FlinkNumbers.Maker<
                Tuple10<String, Long, Integer, Double, Boolean, String, Short, Byte, Float, Long>> {
    private static final long serialVersionUID = 1;

    private final long keys;

    FlinkWideMaker(long keys) {
        this.keys = keys;
    }

    @Override
    public FlinkNumbers.Of<Tuple10<String, Long, Integer, Double, Boolean, String, Short, Byte, Float, Long>> make() {
        Tuple10<String, Long, Integer, Double, Boolean, String, Short, Byte, Float, Long> reused = new Tuple10<>();
        return (number, due) -> {
            long key = Numbers.key(number, keys);
            reused.setFields(
                    Numbers.text(key),
                    number,
                    Wide.quantity(number),
                    Wide.price(number),
                    Wide.express(number),
                    Wide.city(number),
                    Wide.region(number),
                    Wide.channel(number),
                    Wide.weight(number),
                    Numbers.value(key));
            return reused;
        };
    }
}
