package io.github.foggara.window;

import io.github.foggara.api.task.MemoryReservation;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.sorter.ExternalSorter;
import io.github.foggara.sorter.SorterOptions;
import java.util.ArrayList;
import java.util.List;

/** Memory and files of an operator that sorts, and its sorters. Task thread. */
final class SortMemory implements AutoCloseable {
    /** In bytes: for two sorters, as a restart with another parallelism may need a second one for a while. */
    static final long LEAST = 2 * SorterOptions.LEAST_MEMORY;

    private final TaskContext context;
    private final MemoryReservation memory;
    private final SpillPlaces.Place place;
    private final int fan;
    private final List<ExternalSorter> open = new ArrayList<>();

    /**
     * @param wanted in bytes
     */
    SortMemory(SpillPlaces places, TaskContext context, long wanted) {
        this.context = context;
        this.fan = context.configuration().get(WindowOptions.FAN_IN);
        this.memory = context.reserve(LEAST, Math.max(LEAST, wanted));
        this.place = places.open(context);
    }

    /** In bytes. */
    long bytes() {
        return memory.bytes();
    }

    /**
     * @param bytes of the memory; all sorters that are open have not more than {@link #bytes} together
     */
    ExternalSorter sorter(long bytes) {
        ExternalSorter made =
                new ExternalSorter(new SorterOptions(bytes, fan, place.space(), context::execute, context::await));
        open.add(made);
        return made;
    }

    /** Waits until its files and memory are free. */
    void close(ExternalSorter sorter) throws Exception {
        if (open.remove(sorter)) {
            sorter.close();
            context.await(sorter.released());
        }
    }

    @Override
    public void close() {
        Closer closer = new Closer();
        List.copyOf(open).forEach(sorter -> closer.run(() -> close(sorter)));
        closer.run(place::close).run(memory::close).rethrow();
    }
}
