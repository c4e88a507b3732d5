package io.github.foggara.sorter.spill;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Which damaged blocks were read from each directory. Kept by whoever opens {@link SpillDirectories} again and again, for each job and
 * after each failure: that heals no disk. Thread-safe.
 */
public final class DamagedBlocks {
    private static final int OF_A_SUSPECT = 2;

    /** By directory; not more of each than make a suspect of it. */
    private final Map<Path, Set<String>> blocks = new HashMap<>();

    /**
     * One that was read; however often that is, it counts once.
     *
     * @param file that it is in
     * @return whether this one makes a suspect of the directory
     */
    synchronized boolean add(Path root, Path file, long block) {
        return !suspect(root)
                && blocks.computeIfAbsent(root, path -> new HashSet<>()).add(file + " " + block)
                && suspect(root);
    }

    /** Whether no new file is to be put there. */
    synchronized boolean suspect(Path root) {
        return blocks.getOrDefault(root, Set.of()).size() >= OF_A_SUSPECT;
    }
}
