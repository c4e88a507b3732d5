package io.github.foggara.window;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.sorter.spill.AttemptSpillSpace;
import io.github.foggara.sorter.spill.Spool;
import java.util.ArrayList;
import java.util.List;

/** The spools of one operator. Task thread. */
public final class SpoolSpace implements AutoCloseable {
    /** In bytes. */
    public static final long LEAST = 32 << 10;

    /** More is of no use, in bytes. */
    public static final long MOST = 1 << 20;

    /** Two spools, each with a page that is pinned, a reader and a segment that is written. */
    private static final int PAGES = 8;

    private final AttemptSpillSpace files;
    private final int pageBytes;
    private final List<SpooledRecords> open = new ArrayList<>();
    private final List<SpooledRecords> retired = new ArrayList<>();

    /**
     * @param bytes of memory, from {@link #LEAST} on
     */
    public SpoolSpace(AttemptSpillSpace files, long bytes) {
        this.files = files;
        this.pageBytes = (int) (Math.min(MOST, bytes) / PAGES);
    }

    public SpooledRecords records(String purpose, RecordCodec<Object> codec) {
        SpooledRecords made = new SpooledRecords(new Spool(files, purpose, pageBytes), codec);
        open.add(made);
        return made;
    }

    /** Not needed any more, but for a snapshot that may be under way: closed when the next one begins. */
    public void retire(SpooledRecords records) {
        open.remove(records);
        retired.add(records);
    }

    /** No snapshot is under way. */
    public void closeRetired() {
        retired.forEach(SpooledRecords::close);
        retired.clear();
    }

    @Override
    public void close() {
        Closer closer = new Closer();
        retired.forEach(records -> closer.run(records::close));
        open.forEach(records -> closer.run(records::close));
        closer.rethrow();
    }
}
