package io.github.foggara.sorter;

/**
 * Pairs of {eight bytes of the key, pointer to the record}, which are sorted instead of the records. One thread at a time; the task
 * makes room before it hands the index to the thread that sorts.
 */
final class RunIndex {
    private static final long[] NONE = {};
    /** So many keys tell whether it is worth looking at all. */
    private static final int SAMPLE = 256;

    private final Memory memory;
    private final KeyOrder order = new KeyOrder();
    private final RadixSort radix;
    private final TieSort ties;
    private long[] pairs = NONE;
    private long[] scratch = NONE;
    /** Pairs of records that are still being added. */
    private long[] filling = NONE;

    private int count;
    private KeyColumns columns;
    private KeySpread spread;
    private boolean ascending;
    private boolean descending;

    RunIndex(Memory memory, Lifetime lifetime) {
        this.memory = memory;
        this.radix = new RadixSort(lifetime);
        this.ties = new TieSort(order, radix, lifetime);
    }

    /**
     * Has room for so many records from now on. Only after {@link #drop}.
     *
     * @param goesOn whether more records are added while these are sorted
     */
    void resize(int records, boolean goesOn) {
        pairs = memory.longs(2 * records);
        scratch = memory.longs(2 * records);
        filling = goesOn ? memory.longs(2 * records) : NONE;
    }

    /** What the next area keeps its pairs in while it fills; null if there is no room planned for that. */
    long[] filling() {
        return filling.length == 0 ? null : filling;
    }

    /** A sealed area is sorted next. What it kept its pairs in is sorted, and what was sorted before fills next. */
    void take(RecordArea area) {
        if (area.entries() == filling) {
            filling = pairs;
            pairs = area.entries();
        }
    }

    /** Nothing is sorted and nothing is added any more. */
    void dropScratch() {
        memory.give(scratch);
        scratch = NONE;
        memory.give(filling);
        filling = NONE;
    }

    void drop() {
        dropScratch();
        memory.give(pairs);
        pairs = NONE;
        count = 0;
    }

    /** How the keys sorted last are spread; null if nobody looked. */
    KeySpread spread() {
        return spread;
    }

    /** What it takes of the budget. */
    long bytes() {
        return 8L * (pairs.length + scratch.length + filling.length);
    }

    /** For tests: what sorting writes into. Keys that are only looked at leave it as it is. */
    long[] scratch() {
        return scratch;
    }

    int count() {
        return count;
    }

    /** After {@link #sort}: where the record stands whose turn is then. */
    long pointer(int number) {
        return pairs[2 * number + 1];
    }

    /** Of a sealed area. */
    void sort(RecordArea area) {
        order.use(area);
        columns = columns(area);
        boolean decided = decided(area.shortestKey(), area.longestKey(), columns);
        if (area.entries() == pairs && columns == KeyColumns.PREFIX) {
            count = area.count();
        } else {
            collect(area);
        }
        compareNeighbours(decided);
        if (ascending) {
            return;
        }
        if (descending) {
            reverse(decided);
            return;
        }
        radix.sort(pairs, scratch, 0, count);
        if (!decided) {
            ties.sort(pairs, scratch, count, Math.min(columns.covered(), area.shortestKey()));
        }
    }

    /** Whether keys of such lengths are equal if their words are. */
    static boolean decided(int shortestKey, int longestKey, KeyColumns columns) {
        return shortestKey == longestKey && longestKey <= columns.covered();
    }

    /** Keys that begin alike are looked at as a whole before they are sorted. */
    private KeyColumns columns(RecordArea area) {
        spread = null;
        if (area.longestKey() <= 8) {
            return KeyColumns.PREFIX;
        }
        KeySpread sample = new KeySpread();
        AreaScan scan = new AreaScan(area, order);
        for (int i = 0; i < SAMPLE && scan.next(); i++) {
            sample.add(scan.bytes, scan.keyAt, scan.keyLength);
        }
        if (sample.fromTheBeginning()) {
            return KeyColumns.PREFIX;
        }
        while (scan.next()) {
            sample.add(scan.bytes, scan.keyAt, scan.keyLength);
        }
        spread = sample;
        return new KeyColumns(sample);
    }

    private void collect(RecordArea area) {
        long[] index = pairs;
        int number = 0;
        AreaScan scan = new AreaScan(area, order);
        KeyColumns words = columns;
        while (scan.next()) {
            index[2 * number] = words.word(scan.bytes, scan.keyAt, scan.keyLength);
            index[2 * number + 1] = scan.pointer;
            number++;
        }
        count = number;
    }

    /** Ends as soon as they are neither in order nor in reverse. */
    private void compareNeighbours(boolean decided) {
        ascending = true;
        descending = true;
        for (int i = 1; i < count && (ascending || descending); i++) {
            int sign = Long.compareUnsigned(pairs[2 * i - 2], pairs[2 * i]);
            if (sign == 0 && !decided) {
                sign = order.compare(pairs[2 * i - 1], pairs[2 * i + 1]);
            }
            ascending &= sign <= 0;
            descending &= sign >= 0;
        }
    }

    /** Turns it round, and then each row of equal keys once more: they stay as they came. */
    private void reverse(boolean decided) {
        turn(0, count);
        int begin = 0;
        for (int i = 1; i <= count; i++) {
            boolean equal = i < count
                    && pairs[2 * i] == pairs[2 * i - 2]
                    && (decided || order.compare(pairs[2 * i - 1], pairs[2 * i + 1]) == 0);
            if (!equal) {
                turn(begin, i);
                begin = i;
            }
        }
    }

    private void turn(int low, int high) {
        int i = low;
        int j = high - 1;
        while (i < j) {
            long word = pairs[2 * i];
            long pointer = pairs[2 * i + 1];
            pairs[2 * i] = pairs[2 * j];
            pairs[2 * i + 1] = pairs[2 * j + 1];
            pairs[2 * j] = word;
            pairs[2 * j + 1] = pointer;
            i++;
            j--;
        }
    }
}
