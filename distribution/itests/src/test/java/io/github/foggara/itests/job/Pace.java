package io.github.foggara.itests.job;

import io.github.foggara.api.function.MapFunction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/** Lets a few records pass in each millisecond, and all of them once the file exists. */
public final class Pace implements MapFunction<Long, Part> {
    private static final long serialVersionUID = 1L;
    private static final int BURST = 4;
    private static final long PAUSE_NANOS = 1_000_000;

    private final String file;
    private transient long passed;
    private transient boolean open;

    public Pace(String file) {
        this.file = file;
    }

    @Override
    public Part map(Long number) {
        if (!open && ++passed % BURST == 0) {
            open = Files.exists(Path.of(file));
            LockSupport.parkNanos(open ? 0 : PAUSE_NANOS);
        }
        return Part.of(number);
    }
}
