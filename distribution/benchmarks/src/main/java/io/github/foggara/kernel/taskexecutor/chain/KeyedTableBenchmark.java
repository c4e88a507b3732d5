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
    private final LongScalarTable longNumbers = new LongScalarTable(false);
    private final ObjectScalarTable textNumbers = new ObjectScalarTable(false);
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
            next = i;
            addToLong();
            next = i;
            addToText();
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

    @Benchmark
    public long addToLong() {
        long key = longKeys[next++ & UPDATES - 1];
        int slot = longNumbers.slot(key);
        if (slot < 0) {
            longNumbers.insert(key, 1, null);
            return 1;
        }
        long number = longNumbers.number(slot) + 1;
        longNumbers.number(slot, number);
        return number;
    }

    @Benchmark
    public long addToText() {
        String key = textKeys[next++ & UPDATES - 1];
        int slot = textNumbers.slot(key);
        if (slot < 0) {
            textNumbers.insert(key, 1, null);
            return 1;
        }
        long number = textNumbers.number(slot) + 1;
        textNumbers.number(slot, number);
        return number;
    }
}
