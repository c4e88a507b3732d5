package io.github.foggara.benchmarks.peers;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;

/** Prints the first result of a job, and only that. */
final class First {
    private static final AtomicBoolean PRINTED = new AtomicBoolean();

    private First() {}

    static long print(String word, long count) {
        if (!PRINTED.get() && PRINTED.compareAndSet(false, true)) {
            System.out.println(word + " " + count);
            System.out.flush();
        }
        return count;
    }

    static void awaitEndOfInput() throws IOException {
        System.in.readAllBytes();
    }
}
