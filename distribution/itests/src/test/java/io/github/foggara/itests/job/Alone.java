package io.github.foggara.itests.job;

import io.github.foggara.api.function.MapFunction;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * User code that may run once at a time, and that neither interrupts nor cancels end: it waits until the file exists. While it runs, a second file stands
 * beside it; where it finds that one made by somebody else, it makes a third.
 */
public final class Alone implements MapFunction<Long, Residue> {
    private static final long serialVersionUID = 1L;

    private final String file;

    public Alone(String file) {
        this.file = file;
    }

    /** There while the code runs that waits for this file. */
    public static Path runs(Path file) {
        return file.resolveSibling(file.getFileName() + ".runs");
    }

    /** Made when it ran twice at the same time. */
    public static Path twice(Path file) {
        return file.resolveSibling(file.getFileName() + ".twice");
    }

    @Override
    public Residue map(Long number) throws IOException {
        Path gate = Path.of(file);
        try {
            Files.createFile(runs(gate));
        } catch (FileAlreadyExistsException e) {
            Files.writeString(twice(gate), "");
            throw e;
        }
        while (!Files.exists(gate)) {
            Thread.interrupted();
            LockSupport.parkNanos(10_000_000);
        }
        Files.delete(runs(gate));
        return Residue.of(number);
    }
}
