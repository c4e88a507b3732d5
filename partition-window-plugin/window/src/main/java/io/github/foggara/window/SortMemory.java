package io.github.foggara.window;

import io.github.foggara.api.task.TaskContext;
import io.github.foggara.sorter.ExternalSorter;
import io.github.foggara.sorter.SorterOptions;
import java.util.ArrayList;
import java.util.List;

/** The sorters of an operator, and their memory. Task thread. */
final class SortMemory implements AutoCloseable {
    /** In bytes: for two sorters, as a restart with another parallelism may need a second one for a while. */
    static final long LEAST = 2 * SorterOptions.LEAST_MEMORY;

    private final TaskContext context;
    private final WorkSpace space;
    private final long bytes;
    private final int fan;
    private final List<ExternalSorter> open = new ArrayList<>();

    /**
     * @param bytes of the space
     */
    SortMemory(TaskContext context, WorkSpace space, long bytes) {
        this.context = context;
        this.space = space;
        this.bytes = bytes;
        this.fan = context.configuration().get(WindowOptions.FAN_IN);
    }

    /** In bytes. */
    long bytes() {
        return bytes;
    }

    /**
     * @param share in bytes; all sorters that are open have not more than {@link #bytes} together
     */
    ExternalSorter sorter(long share) {
        ExternalSorter made =
                new ExternalSorter(new SorterOptions(share, fan, space.files(), context::execute, context::await));
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
        closer.rethrow();
    }
}
