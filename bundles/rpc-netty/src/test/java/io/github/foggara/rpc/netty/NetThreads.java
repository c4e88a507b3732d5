package io.github.foggara.rpc.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Threads that are there now. */
final class NetThreads {
    private static final long LIMIT = TimeUnit.SECONDS.toNanos(20);

    private NetThreads() {}

    static List<String> named(String... beginnings) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> Stream.of(beginnings).anyMatch(name::startsWith))
                .toList();
    }

    /** A thread whose work is done, and known to be done, is still there for a moment. */
    static void awaitNone(String... beginnings) {
        long deadline = System.nanoTime() + LIMIT;
        while (!named(beginnings).isEmpty() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(named(beginnings)).isEmpty();
    }
}
