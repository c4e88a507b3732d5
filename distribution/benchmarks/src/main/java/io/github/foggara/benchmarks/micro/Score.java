package io.github.foggara.benchmarks.micro;

import java.util.Locale;

/** One figure of the record, in nanoseconds. */
record Score(String name, double nanos, double error) {
    private static final double REGRESSION = 1.5;

    static Score parse(String line) {
        String[] words = line.trim().split("\\s+");
        return new Score(words[0], Double.parseDouble(words[1]), Double.parseDouble(words[2]));
    }

    String line() {
        return String.format(Locale.ROOT, "%-52s %12.3f %12.3f", name, nanos, error);
    }

    /** More than half as slow again, also if both figures are off by their errors. */
    boolean regressedFrom(Score before) {
        return nanos - error > (before.nanos + before.error) * REGRESSION;
    }
}
