package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.benchmarks.work.Numbers;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** An update of the value of a random key. In this package because the tables are nobody else's. */
@State(Scope.Thread)
public class KeyedTableBenchmark {
    private static final int UPDATES = 1 << 20;

    @Param({"10000", "1000000"})
    public int keys;

    private final LongKeyTable longs = new LongKeyTable();
    private final ObjectKeyTable texts = new ObjectKeyTable();
    private long[] longKeys;
    private String[] textKeys;
    private int next;

    @Setup
    public void fill() {
        longKeys = new long[UPDATES];
        textKeys = new String[UPDATES];
        for (int i = 0; i < UPDATES; i++) {
            longKeys[i] = Numbers.key(i, keys);
            textKeys[i] = Numbers.text(longKeys[i]);
        }
        for (int i = 0; i < UPDATES; i++) {
            next = i;
            updateLong();
            next = i;
            updateText();
        }
    }

    @Benchmark
    public Object updateLong() {
        long key = longKeys[next++ & UPDATES - 1];
        int slot = longs.slot(key);
        Object before = longs.value(slot);
        if (before == null) {
            longs.insert(slot, key, Boolean.TRUE);
        } else {
            longs.update(slot, before);
        }
        return before;
    }

    @Benchmark
    public Object updateText() {
        String key = textKeys[next++ & UPDATES - 1];
        int slot = texts.slot(key);
        Object before = texts.value(slot);
        if (before == null) {
            texts.insert(slot, key, Boolean.TRUE);
        } else {
            texts.update(slot, before);
        }
        return before;
    }
}
