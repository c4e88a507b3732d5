package io.github.foggara.sorter;

import io.github.foggara.sorter.spill.SpillFile;
import io.github.foggara.sorter.spill.SpillSpace;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The files of one sorter, so that none stays when it ends, whoever held it. Any thread. */
final class SpilledFiles {
    private final SpillSpace space;
    private final Set<SpillFile> present = ConcurrentHashMap.newKeySet();
    private final AtomicLong written = new AtomicLong();

    SpilledFiles(SpillSpace space) {
        this.space = space;
    }

    SpillFile create(String purpose) throws IOException {
        SpillFile file = space.create(purpose);
        present.add(file);
        return file;
    }

    void finished(long bytes) {
        written.addAndGet(bytes);
    }

    void delete(SpillFile file) {
        present.remove(file);
        file.delete();
    }

    void deleteAll() {
        present.forEach(this::delete);
    }

    /** Bytes of all finished files that ever were. */
    long written() {
        return written.get();
    }
}
