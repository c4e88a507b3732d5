package io.github.foggara.itests.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.streams.StreamEnvironment;

/** A program with state per key that flows steadily until a file exists, so that barriers pass whenever one wants. */
final class Steady {
    private Steady() {}

    /** Writes each number with its place among those of its key. Subtask 0 stands still while the file {@code hold} exists. */
    static void define(StreamEnvironment env, JobParameters parameters) {
        env.fromSequence(1, parameters.integer("count", 1000, 1, Integer.MAX_VALUE))
                .uid("numbers")
                .map(new Pace(parameters.string("gate")))
                .name("pace")
                .uid("pace")
                .keyBy(Part::key)
                .process(new Tally(parameters.string("hold")))
                .name("tally")
                .uid("tally")
                .sinkTo(FileSink.csv(parameters.path("output"), Tallied.class), "tallied")
                .uid("tallied");
    }
}
