package io.github.foggara.window;

import io.github.foggara.api.task.MemoryReservation;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.sorter.spill.AttemptSpillSpace;

/** Memory and files of one operator, taken in open as a whole and given back at the end. Task thread. */
public final class WorkSpace implements AutoCloseable {
    private final MemoryReservation memory;
    private final SpillPlaces.Place place;

    /**
     * @param least in bytes
     * @param wanted in bytes
     */
    public WorkSpace(SpillPlaces places, TaskContext context, long least, long wanted) {
        memory = context.reserve(least, Math.max(least, wanted));
        place = places.open(context);
    }

    /** In bytes. */
    public long bytes() {
        return memory.bytes();
    }

    public AttemptSpillSpace files() {
        return place.space();
    }

    @Override
    public void close() {
        new Closer().run(place).run(memory).rethrow();
    }
}
