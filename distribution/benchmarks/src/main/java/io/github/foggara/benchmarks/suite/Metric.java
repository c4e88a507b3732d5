package io.github.foggara.benchmarks.suite;

import java.util.Locale;

/**
 * One figure of a workload and what is wanted of it.
 *
 * @param name as the workers print it
 * @param higherIsBetter false for times and sizes
 * @param factor how many times better than the better peer it is to be; 0 if there is no such target
 * @param limit what it is to be at most; 0 if there is no such target
 */
record Metric(String name, String unit, boolean higherIsBetter, double factor, double limit) {
    static Metric rate(double factor) {
        return rate("rate", factor);
    }

    static Metric rate(String name, double factor) {
        return new Metric(name, "million/s", true, factor, 0);
    }

    static Metric atMost(String name, String unit, double limit) {
        return new Metric(name, unit, false, 0, limit);
    }

    static Metric ahead(String name, String unit, double factor) {
        return new Metric(name, unit, false, factor, 0);
    }

    String target() {
        return factor > 0
                ? String.format(Locale.ROOT, "%.4g ×", factor)
                : String.format(Locale.ROOT, "≤ %.4g %s", limit, unit);
    }

    /** How many times better ours is than the best of the others; NaN if there is none, or nothing of what is to be small. */
    double ratio(double ours, double... others) {
        double best = Double.NaN;
        for (double other : others) {
            boolean better = higherIsBetter ? other > best : other < best;
            best = Double.isNaN(best) || better ? other : best;
        }
        return higherIsBetter ? ours / best : ours > 0 ? best / ours : Double.NaN;
    }

    boolean met(double ours, double ratio) {
        return factor > 0 ? ratio >= factor : ours <= limit;
    }
}
