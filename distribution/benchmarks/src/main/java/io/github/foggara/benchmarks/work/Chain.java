package io.github.foggara.benchmarks.work;

/** The functions of {@link Workload#CHAIN}. */
public final class Chain {
    private Chain() {}

    public static long map(long number) {
        return number * 3 + 1;
    }

    public static boolean keep(long number) {
        return (number & 7) != 0;
    }
}
