package io.github.foggara.itests.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.sort.Order;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.streams.StreamEnvironment;

/** A program that collects numbers steadily until a file exists, and sorts them then. */
final class Sorted {
    private Sorted() {}

    static void define(StreamEnvironment env, JobParameters parameters) {
        env.fromSequence(1, parameters.integer("count", 1000, 1, Integer.MAX_VALUE))
                .uid("numbers")
                .map(new Pace(parameters.string("gate")))
                .name("pace")
                .uid("pace")
                .rebalance()
                .fullWindowPartition()
                .sortPartition(Part::number, Order.DESCENDING)
                .uid("sort")
                .sinkTo(FileSink.csv(parameters.path("output"), Part.class), "sorted")
                .uid("sorted");
    }
}
