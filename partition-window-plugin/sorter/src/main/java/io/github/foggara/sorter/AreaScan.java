package io.github.foggara.sorter;

/** Goes over the records of a sealed area in the order they came. One thread. */
final class AreaScan {
    private final RecordArea area;
    private final KeyOrder order;
    /** Eight bytes are read at once, from the last of those that are looked at, too. */
    private final byte[] head = new byte[KeySpread.BYTES + 7];

    private byte[] source;
    private int page = -1;
    private long next;
    private int until;

    /** Where the header stands; see {@link KeyOrder}. */
    long pointer;
    /** Where the beginning of the key stands in one piece, or all of it. */
    byte[] bytes;

    int keyAt;
    /** Of the whole key. */
    int keyLength;

    AreaScan(RecordArea area, KeyOrder order) {
        this.area = area;
        this.order = order;
    }

    boolean next() {
        if (next >= until && !turn()) {
            return false;
        }
        byte[] from = source;
        int start = (int) next;
        int key = RecordFormat.length(from, start);
        int recordLengthAt = start + RecordFormat.sizeOf(key);
        int record = RecordFormat.length(from, recordLengthAt);
        int at = recordLengthAt + RecordFormat.sizeOf(record);
        pointer = (long) page << 32 | start;
        next = (long) at + key + record;
        keyLength = key;
        if (key <= from.length - at) {
            bytes = from;
            keyAt = at;
        } else {
            order.head(pointer, head);
            bytes = head;
            keyAt = 0;
        }
        return true;
    }

    /** A record may go on through several pages. */
    private boolean turn() {
        while (next >= until) {
            if (page + 1 >= area.pageCount()) {
                return false;
            }
            next -= until;
            page++;
            source = area.pages()[page];
            until = area.used()[page];
        }
        return true;
    }
}
