package io.github.foggara.window;

import io.github.foggara.api.task.TaskContext;
import io.github.foggara.sorter.spill.AttemptSpillSpace;
import io.github.foggara.sorter.spill.DamagedBlocks;
import io.github.foggara.sorter.spill.SpillDirectories;
import io.github.foggara.sorter.spill.SpillDisk;
import io.github.foggara.sorter.spill.SpillOwner;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the jobs of a container spill. Each job has its own limit, so it has directories of its own while tasks of it need some.
 * Thread-safe.
 */
public final class SpillPlaces {
    private final Path usual;
    private final Opener opener;
    private final Map<Key, Held> held = new HashMap<>();

    /** Opens the directories of a job; see {@link SpillDirectories#open}. */
    @FunctionalInterface
    interface Opener {
        SpillDirectories open(List<Path> roots, long maxBytes);
    }

    /** Tasks of one job that say the same share directories and limit. */
    private record Key(String job, List<Path> directories, long maxBytes) {}

    private static final class Held {
        private final SpillDirectories directories;
        private int tasks;

        Held(SpillDirectories directories) {
            this.directories = directories;
        }
    }

    /** Files of one task attempt, and the directories they are in as long as it needs them. */
    final class Place implements AutoCloseable {
        private final Key key;
        private final AttemptSpillSpace space;
        private boolean closed;

        private Place(Key key, AttemptSpillSpace space) {
            this.key = key;
            this.space = space;
        }

        AttemptSpillSpace space() {
            return space;
        }

        /** Deletes the files. Idempotent. */
        @Override
        public void close() {
            if (!closed) {
                closed = true;
                new Closer().run(space::close).run(() -> release(key)).rethrow();
            }
        }
    }

    /**
     * @param usual directory for jobs that name none
     */
    public SpillPlaces(Path usual) {
        this(usual, SpillDisk.ofThisMachine());
    }

    /** As the first one, on another disk. */
    public SpillPlaces(Path usual, SpillDisk disk) {
        this(usual, opener(disk, new DamagedBlocks()));
    }

    private static Opener opener(SpillDisk disk, DamagedBlocks damaged) {
        return (roots, maxBytes) -> SpillDirectories.open(roots, maxBytes, disk, damaged);
    }

    SpillPlaces(Path usual, Opener opener) {
        this.usual = usual;
        this.opener = opener;
    }

    /** Removes what processes that were killed left in the usual directory. May block. */
    public void sweep() {
        opener.open(List.of(usual), Long.MAX_VALUE).close();
    }

    /** For one operator. May block. */
    Place open(TaskContext context) {
        Key key = new Key(
                context.jobName(),
                directories(context.configuration().get(WindowOptions.DIRECTORIES)),
                context.configuration().get(WindowOptions.MAX_BYTES));
        SpillOwner owner =
                new SpillOwner(context.jobName(), context.operatorName(), context.subtask(), context.attempt());
        SpillDirectories directories = hold(key);
        try {
            return new Place(key, directories.space(owner));
        } catch (Throwable t) {
            release(key);
            throw t;
        }
    }

    private List<Path> directories(String text) {
        return text == null ? List.of(usual) : WindowOptions.directories(text);
    }

    private synchronized SpillDirectories hold(Key key) {
        Held there = held.computeIfAbsent(key, k -> new Held(opener.open(k.directories(), k.maxBytes())));
        there.tasks++;
        return there.directories;
    }

    private synchronized void release(Key key) {
        Held there = held.get(key);
        if (--there.tasks == 0) {
            held.remove(key);
            there.directories.close();
        }
    }

    /** Jobs that have tasks with files. */
    synchronized int jobs() {
        return held.size();
    }
}
