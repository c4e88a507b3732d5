package io.github.foggara.kernel.program;

import java.util.List;
import java.util.Optional;

/** The programs that are there now. Any thread; never blocks. */
public interface Programs {
    /** The newest program of that name. */
    Optional<Program> find(String name);

    /** Exactly that code. */
    Optional<Program> find(ProgramId id);

    /** Sorted, without duplicates. */
    List<String> names();

    /** {@code listener} is called on any thread after a program came or went; it only enqueues. */
    AutoCloseable onChange(Runnable listener);
}
