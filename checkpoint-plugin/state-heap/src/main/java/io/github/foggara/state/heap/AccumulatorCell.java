package io.github.foggara.state.heap;

/** An accumulator, which its function may change in place. */
final class AccumulatorCell {
    final int stamp;
    Object accumulator;

    AccumulatorCell(int stamp, Object accumulator) {
        this.stamp = stamp;
        this.accumulator = accumulator;
    }
}
