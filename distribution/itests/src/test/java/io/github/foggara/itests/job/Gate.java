package io.github.foggara.itests.job;

import io.github.foggara.api.function.MapFunction;
import java.nio.file.Files;
import java.nio.file.Path;

/** Lets a hundred records pass, then waits until the file exists. */
public final class Gate implements MapFunction<Long, Residue> {
    private static final long serialVersionUID = 1L;
    private static final int FREE = 100;

    private final String file;
    private transient int passed;

    public Gate(String file) {
        this.file = file;
    }

    @Override
    public Residue map(Long number) throws InterruptedException {
        if (passed++ == FREE) {
            while (!Files.exists(Path.of(file))) {
                Thread.sleep(10);
            }
        }
        return Residue.of(number);
    }
}
