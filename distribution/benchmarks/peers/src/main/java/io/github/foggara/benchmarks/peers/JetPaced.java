package io.github.foggara.benchmarks.peers;

import com.hazelcast.jet.core.AbstractProcessor;
import com.hazelcast.jet.core.ProcessorMetaSupplier;
import com.hazelcast.jet.core.ProcessorSupplier;
import io.github.foggara.benchmarks.work.Numbers;
import io.github.foggara.benchmarks.work.Pace;
import io.github.foggara.benchmarks.work.Pair;

/** Pairs of a key and the time when the record was due. Jet asks it again and again, at intervals of its own. */
final class JetPaced extends AbstractProcessor {
    private final double rate;
    private final long keys;
    private final boolean silent;
    private Pace pace;
    private Pair refused;
    private long number;

    private JetPaced(double rate, long keys, boolean silent) {
        this.rate = rate;
        this.keys = keys;
        this.silent = silent;
    }

    static ProcessorMetaSupplier of(int parallelism, double rate, long keys, boolean silent) {
        return ProcessorMetaSupplier.of(parallelism, ProcessorSupplier.of(() -> new JetPaced(rate, keys, silent)));
    }

    @Override
    public boolean complete() {
        if (silent) {
            return false;
        }
        if (pace == null) {
            pace = new Pace(rate);
        }
        if (refused != null) {
            if (!tryEmit(refused)) {
                return false;
            }
            refused = null;
        }
        for (long pending = pace.pending(); pending > 0; pending--) {
            Pair made = new Pair(Numbers.key(number++, keys), pace.next());
            if (!tryEmit(made)) {
                refused = made;
                return false;
            }
        }
        return false;
    }
}
