package io.github.foggara.itests.job;

import io.github.foggara.api.function.MapFunction;
import java.nio.file.Path;

/** Lets some records pass, then waits until the file exists. */
public final class Gate implements MapFunction<Long, Residue> {
    private static final long serialVersionUID = 1L;

    private final String file;
    private final int free;
    private transient int passed;

    public Gate(String file, int free) {
        this.file = file;
        this.free = free;
    }

    @Override
    public Residue map(Long number) throws InterruptedException {
        if (passed++ == free) {
            Arrival.await(Path.of(file));
        }
        return Residue.of(number);
    }
}
