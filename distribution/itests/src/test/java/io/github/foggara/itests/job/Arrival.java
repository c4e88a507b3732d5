package io.github.foggara.itests.job;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** Lets a job wait for its test, which may be another process: for a file that it makes. */
final class Arrival {
    private static final long LIMIT_NANOS = TimeUnit.MINUTES.toNanos(10);
    private static final long POLL_MILLIS = 10;

    private Arrival() {}

    static void await(Path file) throws InterruptedException {
        long deadline = System.nanoTime() + LIMIT_NANOS;
        while (!Files.exists(file)) {
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("The test did not make '" + file + "' in time");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }
}
