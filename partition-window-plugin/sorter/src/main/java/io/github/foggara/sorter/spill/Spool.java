package io.github.foggara.sorter.spill;

import io.github.foggara.api.state.FormerSegment;
import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;

/**
 * A row of records that only grows: a page in memory, and on disk what does not fit into it. It can be read from any record while it
 * grows, and its {@link #cut} is state. One thread, but for what is said of readers and segments.
 */
public final class Spool implements AutoCloseable {
    private static final int SMALLEST_PAGE = 4 << 10;
    private static final int LARGEST_PAGE = 1 << 20;
    /** Lengths below have one byte. */
    private static final int SHORT = 0x80;

    private static final int LONGEST_PREFIX = 5;
    private static final int FEW = 16;
    private static final byte[] NONE = {};

    private final AttemptSpillSpace space;
    private final String purpose;
    private final SpoolSegments segments = new SpoolSegments();
    private final byte[] prefix = new byte[LONGEST_PREFIX];
    private SpoolPage page;
    /** Of the page. */
    private byte[] bytes;
    /** In the page. */
    private int position;

    private long records;
    /** Bytes of the pages on disk. */
    private long spilled;

    private BlockFile file;
    private BlockWriter writer;
    /** By page: how many records begin before it, and where the first one begins in it, its end if none does. */
    private long[] firstRecords = new long[FEW];

    private int[] firstOffsets = new int[FEW];
    private int pages = 1;
    private boolean closed;

    /**
     * @param purpose short, for names of files
     * @param pageBytes 4 KiB to 1 MiB: memory that it takes as long as it is open; twice while a snapshot or a reader is open. Each reader takes
     *     as much, and each segment while it is written. A multiple of 4 KiB wastes nothing on disk
     */
    public Spool(AttemptSpillSpace space, String purpose, int pageBytes) {
        if (pageBytes < SMALLEST_PAGE || pageBytes > LARGEST_PAGE) {
            throw new IllegalArgumentException(
                    "A page of a spool has " + SMALLEST_PAGE + " to " + LARGEST_PAGE + " bytes, not " + pageBytes);
        }
        this.space = Objects.requireNonNull(space, "space");
        this.purpose = Objects.requireNonNull(purpose, "purpose");
        this.page = new SpoolPage(pageBytes - BlockWriter.OVERHEAD);
        this.bytes = page.bytes;
    }

    /** How many records there are. */
    public long records() {
        return records;
    }

    /** Of all records, with their lengths. */
    public long bytes() {
        return spilled + position;
    }

    /**
     * Adds a record of any size. Blocks when the page is full and goes to the disk.
     *
     * @throws IOException if the disk does not take it: then the spool is closed
     */
    public void add(byte[] record, int offset, int length) throws IOException {
        int at = position;
        if (length < SHORT && length >= 0 && length < bytes.length - at) {
            System.arraycopy(record, offset, bytes, at + 1, length);
            bytes[at] = (byte) length;
            position = at + 1 + length;
            records++;
            return;
        }
        addSlowly(record, offset, length);
    }

    private void addSlowly(byte[] record, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, record.length);
        checkOpen();
        if (position == bytes.length) {
            turn(0, 0);
        }
        int count = 0;
        int rest = length;
        while (rest >= SHORT) {
            prefix[count++] = (byte) (rest | SHORT);
            rest >>>= 7;
        }
        prefix[count++] = (byte) rest;
        put(prefix, 0, count, length);
        put(record, offset, length, 0);
        records++;
    }

    /**
     * @param after bytes of the record that come behind these
     */
    private void put(byte[] from, int offset, int length, int after) throws IOException {
        int done = 0;
        while (done < length) {
            if (position == bytes.length) {
                turn(1, length - done + (long) after);
            }
            int count = Math.min(length - done, bytes.length - position);
            System.arraycopy(from, offset + done, bytes, position, count);
            position += count;
            done += count;
        }
    }

    /**
     * Begins another page.
     *
     * @param begun 1 if a record goes on in it
     * @param rest how many bytes of that one
     */
    private void turn(int begun, long rest) throws IOException {
        spill();
        if (!page.free()) {
            page = new SpoolPage(bytes.length);
            bytes = page.bytes;
        }
        spilled += bytes.length;
        position = 0;
        if (pages == firstRecords.length) {
            firstRecords = Arrays.copyOf(firstRecords, 2 * pages);
            firstOffsets = Arrays.copyOf(firstOffsets, 2 * pages);
        }
        firstRecords[pages] = records + begun;
        firstOffsets[pages] = (int) Math.min(rest, bytes.length);
        pages++;
    }

    private void spill() throws IOException {
        boolean done = false;
        try {
            if (file == null) {
                file = space.file(purpose);
                writer = file.write();
            }
            long begun = records - firstRecords[pages - 1];
            writer.append(bytes, 0, bytes.length, (int) Math.max(0, begun), 0);
            done = true;
        } finally {
            if (!done) {
                close();
            }
        }
    }

    /**
     * The records that are there now, from one on. Takes the memory of a page, or less if there is less to read. Its thread may be another.
     *
     * @param fromRecord number from 0; the number of records is allowed and yields nothing
     */
    public RecordReader read(long fromRecord) throws IOException {
        checkOpen();
        Objects.checkIndex(fromRecord, records + 1);
        int from = pageOf(fromRecord);
        long start = (long) from * bytes.length;
        long bytesThere = bytes() - start;
        long first = firstRecords[from];
        int offset = firstOffsets[from];
        SpoolPage.Pin pin = pin();
        SpoolPages source = new SpoolPages(pin, start, bytes(), true);
        RecordStream stream =
                new RecordStream(source, new byte[pin.need(start, bytes())], records - first, bytesThere - offset);
        boolean ready = false;
        try {
            stream.skip(offset);
            for (long record = first; record < fromRecord; record++) {
                stream.next();
            }
            ready = true;
        } finally {
            if (!ready) {
                stream.close();
            }
        }
        return stream;
    }

    /** The last page with no more records before it: the record begins there, if it is there at all. */
    private int pageOf(long record) {
        int low = 0;
        int high = pages - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (firstRecords[middle] <= record) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }

    private SpoolPage.Pin pin() {
        return new SpoolPage.Pin(file, page, spilled);
    }

    /**
     * All records that are there, in segments whose order is theirs. What came since the last cut is a new one; small neighbours become one, so
     * that some sixty are enough and each byte is written a few times at most. Copies nothing. One is open at a time.
     */
    public SpoolCut cut() {
        if (closed) {
            throw new IllegalStateException("The spool '" + purpose + "' is closed");
        }
        return segments.cut(pin(), records, bytes());
    }

    /**
     * Adds the records of a segment of a former spool, which stays their segment in later cuts. May block.
     *
     * @throws IOException if it cannot be read, is damaged, or does not begin with record number {@link #records}
     */
    public void restore(FormerSegment former) throws IOException {
        checkOpen();
        if (!segments.cover(bytes())) {
            throw new IllegalStateException("Records were added to the spool '" + purpose + "' before it was restored");
        }
        long fromByte = bytes();
        try (SegmentReader in = SegmentReader.open(former)) {
            if (in.firstRecord() != records) {
                throw new IOException("A segment with records from " + in.firstRecord() + " on follows " + records
                        + " records of the spool '" + purpose + "'");
            }
            while (in.next()) {
                add(in.bytes(), in.offset(), in.length());
            }
        }
        segments.restored(former, records, fromByte, bytes());
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException("The spool '" + purpose + "' is closed");
        }
    }

    /** Deletes what it has on disk. Readers and segments under way end with an exception. Idempotent. */
    @Override
    public void close() {
        closed = true;
        bytes = NONE;
        if (file != null) {
            writer.close();
            file.delete();
        }
    }
}
