package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.sort.Order;
import io.github.foggara.benchmarks.work.Row;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** W4: rows of a long key and 100 bytes, sorted within each subtask. */
public final class SortJob implements JobProgram {
    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        env.option("execution.runtime-mode", "STREAMING");
        env.fromSequence(0, Long.parseLong(parameters.string("records")) - 1)
                .map(Row::of)
                .fullWindowPartition()
                .sortPartition(Row::key, Order.ASCENDING)
                .sinkTo(new TotalSink<>(new InOrder()), "sorted");
    }
}
