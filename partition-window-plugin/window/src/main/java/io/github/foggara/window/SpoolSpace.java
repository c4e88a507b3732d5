package io.github.foggara.window;

import io.github.foggara.api.task.MemoryReservation;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.sorter.spill.Spool;
import java.util.ArrayList;
import java.util.List;

/** Memory and files for the spools of one operator. Task thread. */
final class SpoolSpace implements AutoCloseable {
    /** Of the operator's memory, in bytes. */
    static final long LEAST = 32 << 10;

    private static final long WANTED = 1 << 20;
    /** Two spools, each with a page that is pinned, a reader and a segment that is written. */
    private static final int PAGES = 8;

    private final SpillPlaces.Place place;
    private final MemoryReservation memory;
    private final int pageBytes;
    private final List<SpooledRecords> open = new ArrayList<>();
    private final List<SpooledRecords> retired = new ArrayList<>();

    SpoolSpace(SpillPlaces places, TaskContext context) {
        memory = context.reserve(LEAST, WANTED);
        pageBytes = (int) Math.min(1 << 20, memory.bytes() / PAGES);
        place = places.open(context);
    }

    SpooledRecords records(String purpose, RecordCodec<Object> codec) {
        SpooledRecords made = new SpooledRecords(new Spool(place.space(), purpose, pageBytes), codec);
        open.add(made);
        return made;
    }

    /** Not needed any more, but for a snapshot that may be under way: closed when the next one begins. */
    void retire(SpooledRecords records) {
        open.remove(records);
        retired.add(records);
    }

    /** No snapshot is under way. */
    void closeRetired() {
        retired.forEach(SpooledRecords::close);
        retired.clear();
    }

    @Override
    public void close() {
        Closer closer = new Closer();
        retired.forEach(records -> closer.run(records::close));
        open.forEach(records -> closer.run(records::close));
        closer.run(place::close).run(memory::close).rethrow();
    }
}
