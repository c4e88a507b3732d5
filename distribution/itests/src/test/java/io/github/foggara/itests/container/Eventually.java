package io.github.foggara.itests.container;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/** Looks again and again until a deadline: the only way to watch another process or a directory watcher. */
public final class Eventually {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 20;

    private Eventually() {}

    public static void isTrue(String what, Callable<Boolean> condition) {
        get(what, condition, Boolean::booleanValue);
    }

    /** The first value that is as expected; fails with the last one seen. */
    public static <T> T get(String what, Callable<T> source, Predicate<T> expected) {
        return get(what, LIMIT, source, expected);
    }

    public static <T> T get(String what, Duration limit, Callable<T> source, Predicate<T> expected) {
        long deadline = System.nanoTime() + limit.toNanos();
        try {
            while (true) {
                T value = source.call();
                if (expected.test(value)) {
                    return value;
                }
                if (System.nanoTime() > deadline) {
                    throw new AssertionError("Not within " + limit.toSeconds() + " s: " + what + ", but " + value);
                }
                Thread.sleep(POLL_MILLIS);
            }
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(what, e);
        }
    }
}
