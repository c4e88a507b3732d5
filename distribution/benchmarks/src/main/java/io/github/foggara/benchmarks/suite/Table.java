package io.github.foggara.benchmarks.suite;

import java.util.List;
import java.util.Locale;

/** An outcome as a Markdown table, for the terminal and for the page. */
final class Table {
    /** From here on, other processes have had a say in the figure. */
    private static final double DISTURBED = 0.25;

    private Table() {}

    static String of(Outcome outcome) {
        StringBuilder table = new StringBuilder(
                "| metric | side | median | min | max | others_cores | path |\n" + "|---|---|--:|--:|--:|--:|---|\n");
        for (Metric metric : outcome.workload().metrics()) {
            for (SideName side : outcome.sides()) {
                Spread spread = outcome.spread(side, metric);
                Spread others = outcome.others(side, metric);
                table.append(String.format(
                        Locale.ROOT,
                        "| %s (%s) | %s | %s | %s | %s | %.2f – %.2f | %s |%n",
                        metric.name(),
                        metric.unit(),
                        side.label(),
                        number(spread.median()),
                        number(spread.min()),
                        number(spread.max()),
                        others.min(),
                        others.max(),
                        outcome.workload().path(side)));
            }
        }
        return table.append('\n').append(verdicts(outcome)).toString();
    }

    private static String verdicts(Outcome outcome) {
        StringBuilder verdicts = new StringBuilder();
        for (Metric metric : outcome.workload().metrics()) {
            double ratio = outcome.ratio(metric);
            verdicts.append("- ").append(metric.name()).append(": ");
            if (!Double.isNaN(ratio)) {
                verdicts.append(String.format(Locale.ROOT, "%.2f × the better peer, ", ratio));
            }
            verdicts.append("target ").append(metric.target());
            if (outcome.sides().contains(SideName.FOGGARA) && (metric.factor() == 0 || !Double.isNaN(ratio))) {
                verdicts.append(outcome.met(metric) ? ": **met**" : ": not met");
            }
            verdicts.append(disturbed(outcome, metric) ? " (other processes disturbed this run)\n" : "\n");
        }
        return verdicts.toString();
    }

    static boolean disturbed(Outcome outcome, Metric metric) {
        List<SideName> sides = outcome.sides();
        return sides.stream().anyMatch(side -> outcome.others(side, metric).median() > DISTURBED);
    }

    /** Three digits that count. */
    static String number(double value) {
        int decimals = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
