package io.github.foggara.sorter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** A record of a test. */
record Entry(byte[] key, byte[] record) {
    private static final Comparator<Entry> ORDER = (left, right) -> Arrays.compareUnsigned(left.key, right.key);

    /** As a sorter has to do it. */
    static List<Entry> sorted(List<Entry> entries) {
        List<Entry> copy = new ArrayList<>(entries);
        copy.sort(ORDER);
        return copy;
    }

    static void add(ExternalSorter sorter, List<Entry> entries) throws Exception {
        for (Entry entry : entries) {
            sorter.add(entry.key, entry.key.length, entry.record, entry.record.length);
        }
    }

    static Entry current(SortedRecords records) {
        int key = records.keyOffset();
        int record = records.recordOffset();
        return new Entry(
                Arrays.copyOfRange(records.keyBytes(), key, key + records.keyLength()),
                Arrays.copyOfRange(records.recordBytes(), record, record + records.recordLength()));
    }

    static List<Entry> rest(SortedRecords records) throws Exception {
        List<Entry> all = new ArrayList<>();
        while (records.advance()) {
            all.add(current(records));
        }
        return all;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Entry entry && Arrays.equals(key, entry.key) && Arrays.equals(record, entry.record);
    }

    @Override
    public int hashCode() {
        return Objects.hash(Arrays.hashCode(key), Arrays.hashCode(record));
    }

    @Override
    public String toString() {
        return Arrays.toString(key) + " " + Arrays.hashCode(record) + "/" + record.length;
    }
}
