package io.github.foggara.sorter;

/**
 * Pairs of {first eight bytes of the key, pointer to the record}, which are sorted instead of the records. One thread at a time; the task
 * makes room before it hands the index to the thread that sorts.
 */
final class RunIndex {
    private static final long[] NONE = {};

    private final Memory memory;
    private final KeyOrder order = new KeyOrder();
    private final RadixSort radix;
    private final TieSort ties;
    private long[] pairs = NONE;
    private long[] scratch = NONE;
    private int count;
    private boolean ascending;
    private boolean descending;

    RunIndex(Memory memory, Lifetime lifetime) {
        this.memory = memory;
        this.radix = new RadixSort(lifetime);
        this.ties = new TieSort(order, radix, lifetime);
    }

    /** Has room for so many records from now on. Only after {@link #drop}. */
    void resize(int records) {
        pairs = memory.longs(2 * records);
        scratch = memory.longs(2 * records);
    }

    /** Nothing is sorted any more. */
    void dropScratch() {
        memory.give(scratch);
        scratch = NONE;
    }

    void drop() {
        dropScratch();
        memory.give(pairs);
        pairs = NONE;
        count = 0;
    }

    /** What it takes of the budget. */
    long bytes() {
        return 8L * (pairs.length + scratch.length);
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
        boolean decided = area.decidedByPrefix();
        collect(area, decided);
        if (ascending) {
            return;
        }
        if (descending) {
            reverse(decided);
            return;
        }
        radix.sort(pairs, scratch, 0, count);
        if (!decided) {
            ties.sort(pairs, scratch, 0, count);
        }
    }

    private void collect(RecordArea area, boolean decided) {
        count = 0;
        ascending = true;
        descending = true;
        long at = 0;
        for (int page = 0; page < area.pageCount(); page++) {
            int until = area.used()[page];
            at = at < until ? collect(area.pages()[page], page, (int) at, until, decided) : at;
            at = Math.max(0, at - until);
        }
    }

    /** Returns where its last record ends, counted from the beginning of this page: it may go on in the next ones. */
    private long collect(byte[] bytes, int page, int from, int until, boolean decided) {
        long[] index = pairs;
        int number = count;
        long at = from;
        while (at < until) {
            int start = (int) at;
            int keyLength = RecordFormat.length(bytes, start);
            int recordLengthAt = start + RecordFormat.sizeOf(keyLength);
            int recordLength = RecordFormat.length(bytes, recordLengthAt);
            int keyAt = recordLengthAt + RecordFormat.sizeOf(recordLength);
            index[2 * number] = RecordFormat.prefix(bytes, keyAt, keyLength);
            index[2 * number + 1] = (long) page << 32 | start;
            if ((ascending || descending) && number > 0) {
                compareWithFormer(number, decided);
            }
            number++;
            at = (long) keyAt + keyLength + recordLength;
        }
        count = number;
        return at;
    }

    private void compareWithFormer(int number, boolean decided) {
        int sign = Long.compareUnsigned(pairs[2 * number - 2], pairs[2 * number]);
        if (sign == 0 && !decided) {
            sign = order.compare(pairs[2 * number - 1], pairs[2 * number + 1]);
        }
        ascending &= sign <= 0;
        descending &= sign >= 0;
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
