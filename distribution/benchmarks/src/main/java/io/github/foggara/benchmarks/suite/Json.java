package io.github.foggara.benchmarks.suite;

import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** An outcome as JSON, with each repetition. */
final class Json {
    private Json() {}

    static String of(Outcome outcome, Map<String, String> about) {
        StringBuilder json = new StringBuilder("{\n");
        json.append("  \"workload\": ").append(text(outcome.workload().label())).append(",\n");
        json.append("  \"description\": ")
                .append(text(outcome.workload().description()))
                .append(",\n");
        about.forEach((key, value) -> json.append("  ")
                .append(text(key))
                .append(": ")
                .append(text(value))
                .append(",\n"));
        json.append("  \"metrics\": [\n");
        json.append(outcome.workload().metrics().stream()
                .map(metric -> metric(outcome, metric))
                .collect(Collectors.joining(",\n")));
        return json.append("\n  ]\n}\n").toString();
    }

    private static String metric(Outcome outcome, Metric metric) {
        double ratio = outcome.ratio(metric);
        String sides = outcome.sides().stream()
                .map(side -> side(outcome, metric, side))
                .collect(Collectors.joining(",\n"));
        return "    {\"name\": " + text(metric.name()) + ", \"unit\": " + text(metric.unit()) + ", \"target\": "
                + text(metric.target()) + ", \"ratio\": " + number(ratio) + ", \"met\": " + outcome.met(metric)
                + ", \"disturbed\": " + Table.disturbed(outcome, metric) + ", \"sides\": [\n" + sides + "\n    ]}";
    }

    private static String side(Outcome outcome, Metric metric, SideName side) {
        Spread spread = outcome.spread(side, metric);
        String repetitions = outcome.figures(side, metric).stream()
                .map(figure -> "{\"value\": " + number(figure.value()) + ", \"others_cores\": "
                        + number(figure.others()) + ", \"totals\": " + text(figure.totals()) + "}")
                .collect(Collectors.joining(", "));
        return "      {\"side\": " + text(side.label()) + ", \"path\": "
                + text(outcome.workload().path(side)) + ", \"median\": " + number(spread.median()) + ", \"min\": "
                + number(spread.min()) + ", \"max\": " + number(spread.max()) + ", \"repetitions\": [" + repetitions
                + "]}";
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "null" : String.format(Locale.ROOT, "%.4f", value);
    }

    private static String text(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
