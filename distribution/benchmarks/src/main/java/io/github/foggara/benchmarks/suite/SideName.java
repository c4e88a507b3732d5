package io.github.foggara.benchmarks.suite;

import io.github.foggara.benchmarks.work.UsageException;

/** Who takes part. */
enum SideName {
    FOGGARA("foggara"),
    FLINK("flink"),
    JET("jet");

    private final String label;

    SideName(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    static SideName of(String label) {
        for (SideName side : values()) {
            if (side.label.equals(label)) {
                return side;
            }
        }
        throw new UsageException("There is no side " + label + "; sides are foggara, flink and jet");
    }
}
