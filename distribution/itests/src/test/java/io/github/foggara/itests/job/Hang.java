package io.github.foggara.itests.job;

import io.github.foggara.api.function.MapFunction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * User code that does not react to interrupts; it ends when the file exists, so that the test can clean up. That it hangs shows in a
 * second file beside it.
 */
public final class Hang implements MapFunction<Long, Residue> {
    private static final long serialVersionUID = 1L;

    private final String file;

    public Hang(String file) {
        this.file = file;
    }

    /** Made when the code hangs that waits for this file. */
    public static Path hangs(Path file) {
        return file.resolveSibling(file.getFileName() + ".hangs");
    }

    @Override
    public Residue map(Long number) throws IOException {
        Files.writeString(hangs(Path.of(file)), "");
        while (!Files.exists(Path.of(file))) {
            Thread.interrupted();
            LockSupport.parkNanos(10_000_000);
        }
        return Residue.of(number);
    }
}
