package io.github.foggara.window;

import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.sorter.ExternalSorter;
import io.github.foggara.sorter.SortedRecords;
import io.github.foggara.sorter.SorterSnapshot;
import java.util.List;

/**
 * The records of an operator that sorts, encoded, with their keys; as long as only a few of them are wanted, those. Task thread.
 */
final class SortInput {
    private static final int FIRST_CAPACITY = 256;
    /** Arrays of larger records are let go, in bytes. */
    private static final int LARGE = 1 << 20;

    private final RecordKey key;
    private final RecordCodec<Object> codec;
    private final ExternalSorter sorter;
    private final String operator;
    private RecordOutput keyBytes = new RecordOutput(FIRST_CAPACITY);
    private RecordOutput recordBytes = new RecordOutput(FIRST_CAPACITY);
    /** Null if all records may be wanted. */
    private TopRecords top;

    private boolean dropped;

    /**
     * @param top null if all records are wanted
     */
    SortInput(RecordKey key, TaskContext context, ExternalSorter sorter, TopRecords top) {
        this.key = key;
        this.codec = context.inputCodec(0);
        this.operator = context.operatorName();
        this.sorter = sorter;
        this.top = top;
    }

    RecordKey key() {
        return key;
    }

    ExternalSorter sorter() {
        return sorter;
    }

    void add(Object record) throws Exception {
        encodeKey(record);
        addWithKey(record);
    }

    private void encodeKey(Object record) throws Exception {
        if (keyBytes.length() > LARGE) {
            keyBytes = new RecordOutput(FIRST_CAPACITY);
        }
        keyBytes.reset();
        key.encode(record, keyBytes);
    }

    /**
     * Adds a record of a former run, if it belongs here.
     *
     * @param then its key group in that run
     * @param groups null takes all, and knows no key groups
     * @throws IncompatibleStateException if it is of another group now: it may lie in the state of another subtask, where nobody looks
     */
    void addAgain(Object record, int then, GroupFilter groups) throws Exception {
        encodeKey(record);
        if (groups != null && RecordKey.group(keyBytes.array(), 0) != then) {
            throw new IncompatibleStateException("A record in the state of operator '" + operator
                    + "' has another key than when it was written, so the partitions are others. Go on with the keyBy of"
                    + " then, or " + IncompatibleStateException.TO_DROP_IT);
        }
        if (groups == null || groups.takes(keyBytes.array(), 0, keyBytes.length())) {
            addWithKey(record);
        }
    }

    private void addWithKey(Object record) throws Exception {
        if (recordBytes.length() > LARGE) {
            recordBytes = new RecordOutput(FIRST_CAPACITY);
        }
        recordBytes.reset();
        codec.encode(record, recordBytes);
        add(keyBytes.array(), keyBytes.length(), recordBytes.array(), recordBytes.length());
    }

    /** A record with its key, each from 0 on. */
    void add(byte[] keyArray, int keyLength, byte[] record, int recordLength) throws Exception {
        if (top == null) {
            sorter.add(keyArray, keyLength, record, recordLength);
        } else if (!top.offer(keyArray, keyLength, record, recordLength)) {
            pour();
        }
    }

    /** Too large a few. */
    private void pour() throws Exception {
        TopRecords poured = top;
        dropped = dropped();
        top = null;
        poured.pour(sorter);
    }

    /** There was a record that is not wanted. */
    void drop() {
        dropped = true;
    }

    /** Whether there were records that are not wanted, and are not kept. */
    boolean dropped() {
        return dropped || top != null && top.dropped();
    }

    /** All records were added. */
    SortedRecords finish() throws Exception {
        if (top != null) {
            pour();
        }
        return sorter.finish();
    }

    /**
     * What there is.
     *
     * @param segments gets it
     * @return for the head: whether the last segment is that of {@link TopRecords}
     */
    boolean cut(List<Segment> segments, List<AutoCloseable> pins) {
        SorterSnapshot snapshot = sorter.snapshot();
        pins.add(snapshot);
        segments.addAll(snapshot.segments());
        if (top == null) {
            return false;
        }
        segments.add(top.segment());
        return true;
    }
}
