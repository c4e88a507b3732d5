package io.github.foggara.window;

import io.github.foggara.sorter.SortedRecords;
import java.util.Arrays;

/** Sorted records, one partition after the other. Task thread. */
final class SortedGroups {
    private final SortedRecords records;
    private final boolean measured;
    private byte[] group = new byte[0];
    private int groupLength;
    /** The current record is the first of this group, and was not given. */
    private boolean fresh;
    /** The current record is the first of the next group. */
    private boolean ahead;

    private boolean begun;
    private boolean ended;
    private long consumed;

    /**
     * @param measured whether each key ends with the length of its first part, see {@link RecordKey}
     */
    SortedGroups(SortedRecords records, boolean measured) {
        this.records = records;
        this.measured = measured;
        this.consumed = records.position();
    }

    /** Goes before the first record of the next group, when {@link #advance} has said that the current one has ended. */
    boolean nextGroup() throws Exception {
        if (!begun) {
            begun = true;
            ended = !records.advance();
        }
        if (ended) {
            return false;
        }
        ahead = false;
        fresh = true;
        int length = partitionLength();
        if (group.length < length) {
            group = new byte[Math.max(length, 2 * group.length)];
        }
        System.arraycopy(records.keyBytes(), records.keyOffset(), group, 0, length);
        groupLength = length;
        return true;
    }

    private int partitionLength() {
        return RecordKey.partitionLength(measured, records.keyBytes(), records.keyOffset(), records.keyLength());
    }

    /** Goes on to the next record of the group; false at its end, also if asked again. */
    boolean advance() throws Exception {
        if (fresh) {
            fresh = false;
            consumed++;
            return true;
        }
        if (ahead || ended || !records.advance()) {
            ended |= !ahead;
            return false;
        }
        int length = partitionLength();
        int from = records.keyOffset();
        if (length == groupLength && Arrays.equals(records.keyBytes(), from, from + length, group, 0, length)) {
            consumed++;
            return true;
        }
        ahead = true;
        return false;
    }

    /** Records of this group and those before that were passed. */
    long consumed() {
        return consumed;
    }

    /** Key group of the current group. */
    int keyGroup() {
        return RecordKey.group(group, 0);
    }
}
