package io.github.foggara.sorter.spill;

import java.io.IOException;

/** Where one task attempt may put files. Any thread. */
public interface SpillSpace {
    /**
     * A new, empty file.
     *
     * @param purpose short, for its name and its header: {@code run}, {@code merge}
     * @throws IOException if there is no room or no directory, naming the directories, what was needed and what is free
     */
    SpillFile create(String purpose) throws IOException;
}
