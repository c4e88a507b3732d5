package io.github.foggara.window;

import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.sorter.ExternalSorter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The first records of a sort, if a few are wanted: a heap whose top is the last of them, so most records are dropped after one comparison. Equal
 * keys stay in the order they came. Task thread.
 *
 * <p>As a segment: number of records, then of each the length of its key, the key, its own length, and itself, in the order they came.
 */
final class TopRecords {
    /** So many, at most. */
    static final long MOST = 4096;

    private static final long MOST_BYTES = 256 << 10;
    /** Of an entry beside its bytes, roughly. */
    private static final int OVERHEAD = 80;

    private final int limit;
    private final long mostBytes;
    private final PriorityQueue<Entry> heap;
    private long bytes;
    private long arrivals;
    private boolean dropped;

    /** Later keys are larger, and so are those that came later. */
    private record Entry(byte[] key, byte[] record, long arrival) {
        int compareKey(byte[] other, int length) {
            return Arrays.compareUnsigned(key, 0, key.length, other, 0, length);
        }

        int compareTo(Entry other) {
            int order = compareKey(other.key, other.key.length);
            return order != 0 ? order : Long.compare(arrival, other.arrival);
        }

        long bytes() {
            return (long) key.length + record.length + OVERHEAD;
        }
    }

    /**
     * @param memory of the operator, in bytes
     */
    TopRecords(long limit, long memory) {
        this.limit = (int) limit;
        this.mostBytes = Math.min(MOST_BYTES, memory / 4);
        this.heap = new PriorityQueue<>((left, right) -> right.compareTo(left));
    }

    /**
     * A record with its key, each from 0 on.
     *
     * @return false if they are too large to be kept here; all of them are, this one included
     */
    boolean offer(byte[] key, int keyLength, byte[] record, int recordLength) {
        arrivals++;
        if (heap.size() == limit && heap.peek().compareKey(key, keyLength) <= 0) {
            dropped = true;
            return true;
        }
        Entry entry = new Entry(Arrays.copyOf(key, keyLength), Arrays.copyOf(record, recordLength), arrivals);
        bytes += entry.bytes();
        heap.add(entry);
        if (heap.size() > limit) {
            bytes -= heap.poll().bytes();
            dropped = true;
        }
        return bytes <= mostBytes;
    }

    /** Whether there were more than are wanted. */
    boolean dropped() {
        return dropped;
    }

    private List<Entry> inOrderOfArrival() {
        List<Entry> entries = new ArrayList<>(heap);
        entries.sort(Comparator.comparingLong(Entry::arrival));
        return entries;
    }

    /** Hands them over. */
    void pour(ExternalSorter sorter) throws Exception {
        for (Entry entry : inOrderOfArrival()) {
            sorter.add(entry.key(), entry.key().length, entry.record(), entry.record().length);
        }
    }

    /** All of now, which are some hundred KiB at most. */
    Segment segment() {
        RecordOutput out = new RecordOutput((int) bytes + OVERHEAD);
        out.writeVarLong(heap.size());
        for (Entry entry : inOrderOfArrival()) {
            write(entry.key(), out);
            write(entry.record(), out);
        }
        byte[] written = out.toByteArray();
        return stream -> stream.write(written);
    }

    private static void write(byte[] part, RecordOutput out) {
        out.writeVarLong(part.length);
        out.writeBytes(part, 0, part.length);
    }

    /** Takes what a segment holds. */
    interface Target {
        void add(byte[] key, byte[] record) throws Exception;
    }

    /**
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it is damaged
     */
    static void read(FormerSegment segment, Target target) throws Exception {
        byte[] all;
        try (InputStream stream = segment.open()) {
            all = stream.readAllBytes();
        }
        RecordInput in = new RecordInput(all);
        int count = in.readLength();
        for (int i = 0; i < count; i++) {
            byte[] key = in.readBytes(in.readLength());
            target.add(key, in.readBytes(in.readLength()));
        }
    }
}
