package io.github.foggara.benchmarks.suite;

import java.util.Locale;

/** An outcome as a picture: a bar to the median for each side and metric, and a line from minimum to maximum. */
final class Chart {
    private static final int LEFT = 190;
    private static final int WIDTH = 420;
    private static final int ROW = 26;
    private static final int TOP = 40;

    private Chart() {}

    static String of(Outcome outcome) {
        StringBuilder rows = new StringBuilder();
        int y = TOP;
        for (Metric metric : outcome.workload().metrics()) {
            double most = outcome.sides().stream()
                    .mapToDouble(side -> outcome.spread(side, metric).max())
                    .max()
                    .orElse(1);
            for (SideName side : outcome.sides()) {
                rows.append(row(outcome, metric, side, most, y));
                y += ROW;
            }
            y += ROW / 2;
        }
        return String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n"
                        + "<text x=\"10\" y=\"22\" font-size=\"13\">%s: %s</text>%n%s</svg>%n",
                LEFT + WIDTH + 170,
                y,
                outcome.workload().label(),
                escape(outcome.workload().description()),
                rows);
    }

    private static String row(Outcome outcome, Metric metric, SideName side, double most, int y) {
        Spread spread = outcome.spread(side, metric);
        double scale = most > 0 ? WIDTH / most : 0;
        int middle = y + ROW / 2 - 3;
        return String.format(
                Locale.ROOT,
                "<text x=\"10\" y=\"%d\">%s %s</text>%n"
                        + "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>%n"
                        + "<line x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\" stroke=\"black\"/>%n"
                        + "<text x=\"%d\" y=\"%d\">%s %s</text>%n",
                y + 14,
                side.label(),
                metric.name(),
                LEFT,
                y,
                Math.max(0, spread.median() * scale),
                ROW - 6,
                color(side),
                LEFT + Math.max(0, spread.min() * scale),
                middle,
                LEFT + Math.max(0, spread.max() * scale),
                middle,
                LEFT + WIDTH + 10,
                y + 14,
                Table.number(spread.median()),
                escape(metric.unit()));
    }

    private static String color(SideName side) {
        return switch (side) {
            case FOGGARA -> "#2a7f9e";
            case FLINK -> "#d98cae";
            case JET -> "#b9b9b9";
        };
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
