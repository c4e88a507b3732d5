package io.github.foggara.benchmarks;

import java.util.Arrays;
import java.util.Locale;

/** Median, minimum and maximum of some repetitions. */
record Figures(double median, double min, double max) {
    static Figures of(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Figures(median, sorted[0], sorted[sorted.length - 1]);
    }

    /** As a row of a table. */
    String row(String name, String unit) {
        return String.format(Locale.ROOT, "%-28s %10.2f  [%.2f - %.2f] %s", name, median, min, max, unit);
    }
}
