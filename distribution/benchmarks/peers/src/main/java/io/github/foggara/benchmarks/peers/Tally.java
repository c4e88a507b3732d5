package io.github.foggara.benchmarks.peers;

import io.github.foggara.benchmarks.work.Totals;
import java.util.concurrent.atomic.LongAdder;

/** Where the sinks of a job leave their totals: these engines run in the process that measures them. */
final class Tally {
    private static final LongAdder COUNT = new LongAdder();
    private static final LongAdder SUM = new LongAdder();

    private Tally() {}

    static void reset() {
        COUNT.reset();
        SUM.reset();
    }

    static void add(long count, long sum) {
        COUNT.add(count);
        SUM.add(sum);
    }

    static Totals totals() {
        return new Totals(COUNT.sum(), SUM.sum());
    }
}
