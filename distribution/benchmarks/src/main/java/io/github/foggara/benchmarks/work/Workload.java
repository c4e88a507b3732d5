package io.github.foggara.benchmarks.work;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The workloads that run the same on every side; what they are stands in README.md. */
public enum Workload {
    CHAIN("W1", 1),
    SHUFFLE("W2", 2),
    WIDE("W2r", 2),
    WORDS("W3", 2),
    MANY("64x64", 64),
    SORT("W4", 2),
    SORT_IN_MEMORY("W4m", 2),
    PARTITION("W4p", 2),
    LATENCY("LAT", 2),
    NETWORK("W2n", 2),
    NETWORK_LATENCY("LATn", 2),
    IDLE("idle", 2),
    RESTART("MTTR", 32),
    STATE("W5", 2);

    private final String label;
    private final int parallelism;

    Workload(String label, int parallelism) {
        this.label = label;
        this.parallelism = parallelism;
    }

    public static Workload of(String label) {
        for (Workload workload : values()) {
            if (workload.label.equals(label)) {
                return workload;
            }
        }
        throw new UsageException("There is no workload " + label + "; workloads are "
                + Arrays.stream(values()).map(Workload::label).collect(Collectors.joining(", ")));
    }

    public String label() {
        return label;
    }

    /** Of the processes that a cluster would have, each with its own memory for exchange; channels between them use sockets. */
    public int taskManagers() {
        return this == NETWORK || this == NETWORK_LATENCY ? 2 : 1;
    }

    public int parallelism() {
        return parallelism;
    }
}
