package io.github.foggara.itests.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.streams.StreamEnvironment;

/** Programs that fail on demand. */
final class Fuses {
    private Fuses() {}

    /** Two pipelines that share nothing: one fails on demand, the other may wait before a gate. Both write sums by residue. */
    static void twins(StreamEnvironment env, JobParameters parameters) {
        long count = parameters.integer("count", 1000, 1, Integer.MAX_VALUE);
        env.fromSequence(1, count)
                .map(fuse(parameters))
                .map(Taken::residue)
                .name("left")
                .keyBy(Residue::residue)
                .sum(Residue::number)
                .sinkTo(FileSink.csv(parameters.path("left"), Residue.class), "left-sums");
        env.fromSequence(1, count)
                .map(new Gate(parameters.string("gate"), parameters.integer("free", 100, 0, Integer.MAX_VALUE)))
                .name("right")
                .keyBy(Residue::residue)
                .sum(Residue::number)
                .sinkTo(FileSink.csv(parameters.path("right"), Residue.class), "right-sums");
    }

    /** Subtasks side by side, without an exchange across; fails on demand and writes each number with the attempt that took it. */
    static void lanes(StreamEnvironment env, JobParameters parameters) {
        env.fromSequence(1, parameters.integer("count", 1000, 1, Integer.MAX_VALUE))
                .map(fuse(parameters))
                .disableChaining()
                .name("lane")
                .sinkTo(FileSink.csv(parameters.path("output"), Taken.class), "taken");
    }

    /** No record of its is accepted. */
    static void broken(StreamEnvironment env, JobParameters parameters) {
        env.fromSequence(1, 10)
                .rebalance()
                .map(Fuses::refuse)
                .name("refuse")
                .sinkTo(FileSink.csv(parameters.path("output"), Residue.class), "nothing");
    }

    private static Residue refuse(Long number) {
        throw new IllegalArgumentException("no number is accepted");
    }

    private static Fuse fuse(JobParameters parameters) {
        return new Fuse(parameters.string("fuse"), parameters.integer("at", 700, 1, Integer.MAX_VALUE));
    }
}
