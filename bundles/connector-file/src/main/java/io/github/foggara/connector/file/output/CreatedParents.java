package io.github.foggara.connector.file.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** Directories above an output that were made for it; they go again if it does not appear. Coord thread only. */
final class CreatedParents {
    private final Disk disk;
    private final Deque<Path> created = new ArrayDeque<>();

    CreatedParents(Disk disk) {
        this.disk = disk;
    }

    void create(Path parent) throws IOException {
        Deque<Path> missing = new ArrayDeque<>();
        for (Path p = parent; p != null && !Files.exists(p); p = p.getParent()) {
            missing.push(p);
        }
        for (Path p : missing) {
            disk.createDirectory(p);
            created.push(p);
            disk.forceDirectory(p.getParent());
        }
    }

    /** They are needed. */
    void keep() {
        created.clear();
    }

    /** As far as nobody else has put something into them. */
    void remove() throws IOException {
        while (!created.isEmpty() && disk.list(created.peek()).isEmpty()) {
            disk.delete(created.peek());
            created.pop();
        }
    }
}
