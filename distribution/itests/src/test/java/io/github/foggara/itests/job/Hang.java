package io.github.foggara.itests.job;

import io.github.foggara.api.function.MapFunction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** User code that does not react to interrupts; it ends when the file exists, so that the test can clean up. */
public final class Hang implements MapFunction<Long, Residue> {
    private static final long serialVersionUID = 1L;

    private final String file;

    public Hang(String file) {
        this.file = file;
    }

    @Override
    public Residue map(Long number) {
        while (!Files.exists(Path.of(file))) {
            Thread.interrupted();
            LockSupport.parkNanos(10_000_000);
        }
        return Residue.of(number);
    }
}
