package io.github.foggara.benchmarks.job;

import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;

/** Counts and adds up numbers, in a class that no other job uses. */
final class ChainSink extends TotalSink<Long> {
    ChainSink() {
        super(number -> number);
    }

    @Override
    public SinkWriter<Long> createWriter(SinkContext context) {
        return new Writer<>() {
            @Override
            public void write(Long number) {
                add(number);
            }
        };
    }
}
