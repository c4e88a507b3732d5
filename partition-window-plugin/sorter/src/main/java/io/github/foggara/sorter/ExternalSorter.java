package io.github.foggara.sorter;

import io.github.foggara.api.state.Segment;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Sorts records by keys that are compared byte by byte, unsigned; equal keys stay in the order they came. Records are appended to a buffer;
 * a full one is sorted and spilled as a run by one piece of background work while a second one fills; the runs are merged while they
 * are read. If all of it fits into one buffer no file is made.
 *
 * <p>All on the thread that made it, but where it is said otherwise. After an exception it can only be closed.
 *
 * <p>The budget holds everything that grows with the data, but for three things, which are taken beside it as long as they are needed: the one
 * record that is handed out, if it is larger than a page or a block; keys that are longer than a block, one for each run that is merged; and
 * eight bytes for each block of a file, of which there are many if little memory spills very much (1 MiB makes blocks of 1.6 KB).
 */
public final class ExternalSorter implements AutoCloseable {
    private final Workbench bench;
    private final RunList runs = new RunList();
    private LogTail tail;
    private RecordArea area;
    private Spill spill;
    private Merger merger;
    private boolean finished;
    private boolean closed;

    /** A full buffer on its way into a file. */
    private record Spill(Piece<Run> piece, LogTail tail) {}

    /** Takes two blocks of memory; the rest as records come. */
    public ExternalSorter(SorterOptions options) {
        this.bench = new Workbench(options);
        begin();
    }

    private void begin() {
        area = new RecordArea(bench.pool, bench.shares, bench.index.filling());
        tail = new LogTail(area);
    }

    /**
     * Adds a record. Waits if both buffers are full.
     *
     * @param key from 0 on; the caller may change the array afterwards, and that of the record
     * @param record from 0 on
     * @throws IllegalArgumentException if both together have more than about 2 GiB
     * @throws IllegalStateException if the sorter is finished or closed
     * @throws Exception what failed in the background since the last call, or what waiting ended with
     */
    public void add(byte[] key, int keyLength, byte[] record, int recordLength) throws Exception {
        if (keyLength > RecordFormat.MAX_BODY - recordLength) {
            throw new IllegalArgumentException("A record of " + recordLength + " bytes with a key of " + keyLength
                    + " is more than the " + RecordFormat.MAX_BODY + " bytes that a sorter takes.");
        }
        if (!area.add(key, 0, keyLength, record, 0, recordLength)) {
            addElsewhere(key, 0, keyLength, record, 0, recordLength);
        }
    }

    private void addElsewhere(byte[] key, int keyFrom, int keyLength, byte[] record, int recordFrom, int recordLength)
            throws Exception {
        checkTakes();
        if (area.count() > 0) {
            roll();
            if (area.add(key, keyFrom, keyLength, record, recordFrom, recordLength)) {
                return;
            }
        }
        settle();
        int total = RecordFormat.headerOf(keyLength, recordLength) + keyLength + recordLength;
        int pages = (total - 1) / bench.pool.pageSize() + 1;
        while (bench.shares.allows(pages, 1)) {
            if (area.add(key, keyFrom, keyLength, record, recordFrom, recordLength)) {
                return;
            }
            bench.options.waiting().await(bench.pool.until((long) pages * bench.pool.pageSize()));
        }
        Run alone = bench.await(bench.start(() -> bench.write("run", writer -> {
            writer.pieces(keyLength, recordLength, RecordFormat.prefix(key, keyFrom, keyLength));
            writer.append(key, keyFrom, keyLength);
            writer.append(record, recordFrom, recordLength);
        })));
        KeySpread spread = new KeySpread();
        spread.add(key, keyFrom, keyLength);
        alone.spreadsAs(spread);
        runs.add(alone);
    }

    /** A sealed buffer takes nothing, so whatever is added then comes here. */
    private void checkTakes() {
        checkOpen();
        if (finished) {
            throw new IllegalStateException("The sorter is finished already: all is read from what finish() gave.");
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("The sorter was closed: it takes nothing any more, and yields nothing.");
        }
    }

    /** The buffer is full: the other one goes on. */
    private void roll() throws Exception {
        settle();
        RecordArea full = area;
        makeIndex(full);
        spill = new Spill(
                bench.start(() -> {
                    bench.index.sort(full);
                    MemoryCursor cursor = new MemoryCursor(bench.index, full);
                    Run run = bench.write("run", writer -> {
                        while (cursor.advance()) {
                            cursor.copyTo(writer);
                        }
                    });
                    run.spreadsAs(bench.index.spread());
                    return run;
                }),
                tail);
        begin();
    }

    private void makeIndex(RecordArea full) throws Exception {
        full.seal();
        if (bench.shares.plan(full.pageCount(), full.count(), full.payload())) {
            full.dropEntries();
            resize(bench.shares.capacity(), true);
        } else {
            bench.index.take(full);
        }
    }

    private void resize(int records, boolean goesOn) throws Exception {
        bench.index.drop();
        bench.awaitFree(Shares.ENTRY * records);
        bench.index.resize(records, goesOn);
    }

    /** Waits for the run that is being written. */
    private void settle() throws Exception {
        if (spill != null) {
            runs.add(bench.await(spill.piece()));
            spill.tail().area().holders().letGo();
            spill = null;
        }
    }

    /**
     * All records there are now. Does not wait, and copies nothing. The records of the sorter stay as they are; a run or part of a buffer that
     * was in an earlier snapshot is the same object again.
     *
     * @throws IllegalStateException if the sorter was closed
     */
    public SorterSnapshot snapshot() {
        checkOpen();
        List<PinnedSegment> segments = new ArrayList<>(runs.all());
        if (spill != null) {
            segments.addAll(spill.tail().cut());
        }
        segments.addAll(tail.cut());
        return new SorterSnapshot(segments, bench.lifetime);
    }

    /**
     * Takes over a segment of a former snapshot. Segments of one snapshot are given in their order, before anything is added. May block.
     *
     * @param segment that stands for it in snapshots from now on, if it is taken over as a whole; null if none does
     * @param filter null takes all
     * @throws IOException if it is damaged, or of another format
     * @throws IllegalStateException if the sorter is finished or closed
     */
    public void restore(InputStream in, Segment segment, KeyFilter filter) throws Exception {
        checkTakes();
        settle();
        StreamCursor records = new StreamCursor(in, bench.copyBlock());
        if (records.header().kind() == SegmentHeader.RUN) {
            restoreRun(records, segment, filter);
        } else {
            restoreLog(records, segment, filter);
        }
    }

    private void restoreRun(StreamCursor records, Segment segment, KeyFilter filter) throws Exception {
        if (area.count() > 0) {
            // Records of another snapshot, which come before these.
            roll();
            settle();
        }
        KeySpread spread = new KeySpread();
        Run run = bench.write("run", writer -> {
            while (records.advance()) {
                if (filter == null || filter.takes(records.keyBytes, records.keyAt, records.keyLength)) {
                    spread.add(records.keyBytes, records.keyAt, records.keyLength);
                    records.copyTo(writer);
                }
            }
        });
        if (run.records() == 0) {
            run.letGo();
            return;
        }
        run.spreadsAs(spread);
        run.standsAs(run.records() == records.header().records() ? segment : null);
        runs.add(run);
    }

    private void restoreLog(StreamCursor records, Segment segment, KeyFilter filter) throws Exception {
        LogTail before = tail;
        before.cut(null);
        int own = area.count();
        while (records.advance()) {
            if (filter != null && !filter.takes(records.keyBytes, records.keyAt, records.keyLength)) {
                continue;
            }
            byte[] bytes = records.bytes;
            if (!area.add(bytes, records.keyAt, records.keyLength, bytes, records.recordAt, records.recordLength)) {
                addElsewhere(bytes, records.keyAt, records.keyLength, bytes, records.recordAt, records.recordLength);
            }
        }
        if (tail == before && area.count() - own == records.header().records()) {
            tail.cut(segment);
        }
    }

    /**
     * All records were added: puts them in order. Waits for what has to be merged before the last merge.
     *
     * @return what to read them with; the sorter has to stay open for that
     * @throws IllegalStateException if the sorter is finished or closed
     */
    public SortedRecords finish() throws Exception {
        checkTakes();
        finished = true;
        settle();
        RecordArea last = area;
        last.seal();
        if (last.count() > 0) {
            if (bench.index.bytes() == 0) {
                resize(last.count(), false);
            } else {
                bench.index.take(last);
            }
            bench.await(bench.start(() -> {
                bench.index.sort(last);
                return null;
            }));
            bench.index.dropScratch();
        } else {
            last.dropEntries();
            bench.index.drop();
        }
        bench.pool.stopKeeping();
        bench.awaitFree(bench.shares.forMerging(last.pageCount(), bench.index.bytes()));
        merger = new Merger(bench, runs, last);
        return merger.merge();
    }

    /** For tests: what it holds, and held. */
    Memory memory() {
        return bench.memory;
    }

    /** The most it held at a time, in bytes. */
    public long peakMemory() {
        return bench.memory.peak();
    }

    /** Bytes of all files so far, those that are gone included. */
    public long spilledBytes() {
        return bench.files.written();
    }

    /** Runs in files now. */
    public int runs() {
        return runs.size();
    }

    /** Passes that {@link #finish} had to make before the last merge. */
    public int mergePasses() {
        return merger == null ? 0 : merger.passes();
    }

    /** See {@link #close}: completes when files are deleted and nothing of the memory is in use any more. Any thread. */
    public CompletionStage<Void> released() {
        return bench.lifetime.over();
    }

    /**
     * Ends it, at any moment; does not wait. Files and memory go as soon as nobody uses them: work in the background ends soon, and open
     * snapshots are waited for. Idempotent.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (merger != null) {
            merger.close();
        }
        area.seal();
        area.holders().letGo();
        if (spill != null) {
            spill.tail().area().holders().letGo();
        }
        runs.letGo();
        bench.close();
    }
}
