package io.github.foggara.benchmarks.suite;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The figures of one workload, of all sides. */
final class Outcome {
    private final Case workload;
    private final Map<SideName, List<Figure>> figures = new EnumMap<>(SideName.class);

    Outcome(Case workload) {
        this.workload = workload;
    }

    Case workload() {
        return workload;
    }

    void add(SideName side, List<Figure> more) {
        figures.computeIfAbsent(side, s -> new ArrayList<>()).addAll(more);
    }

    List<SideName> sides() {
        return List.copyOf(figures.keySet());
    }

    Spread spread(SideName side, Metric metric) {
        return Spread.of(
                figures(side, metric).stream().mapToDouble(Figure::value).toArray());
    }

    Spread others(SideName side, Metric metric) {
        return Spread.of(
                figures(side, metric).stream().mapToDouble(Figure::others).toArray());
    }

    List<Figure> figures(SideName side, Metric metric) {
        return figures.get(side).stream()
                .filter(figure -> figure.metric().equals(metric.name()))
                .toList();
    }

    /** NaN without a peer. */
    double ratio(Metric metric) {
        double[] peers = sides().stream()
                .filter(side -> side != SideName.FOGGARA)
                .mapToDouble(side -> spread(side, metric).median())
                .toArray();
        return figures.containsKey(SideName.FOGGARA)
                ? metric.ratio(spread(SideName.FOGGARA, metric).median(), peers)
                : Double.NaN;
    }

    boolean met(Metric metric) {
        return figures.containsKey(SideName.FOGGARA)
                && metric.met(spread(SideName.FOGGARA, metric).median(), ratio(metric));
    }

    /**
     * Each worker has compared its totals with the expected ones; here those of equal loads are compared with each other.
     *
     * @throws IllegalStateException if sides differ
     */
    void checkTotals() {
        Map<String, String> byRecords = new java.util.HashMap<>();
        figures.values().stream().flatMap(List::stream).map(Figure::totals).forEach(totals -> {
            int colon = totals.indexOf(':');
            if (colon > 0) {
                String before = byRecords.putIfAbsent(totals.substring(0, colon), totals);
                if (before != null && !before.equals(totals)) {
                    throw new IllegalStateException(
                            workload.label() + " gave " + before + " on one side and " + totals + " on another");
                }
            }
        });
    }
}
