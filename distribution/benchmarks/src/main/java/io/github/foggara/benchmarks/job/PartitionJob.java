package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.JobParameters;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;

/** W4p: a function that iterates over all records of its subtask and adds them up. */
public final class PartitionJob implements JobProgram {
    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        env.option("execution.runtime-mode", "STREAMING");
        env.fromSequence(0, Long.parseLong(parameters.string("records")) - 1)
                .fullWindowPartition()
                .<Long>mapPartition((numbers, out) -> {
                    long sum = 0;
                    for (long number : numbers) {
                        sum += number;
                    }
                    out.collect(sum);
                })
                .returns(Long.class)
                .sinkTo(new TotalSink<Long>(sum -> sum), "sums");
    }
}
