package io.github.foggara.itests.simulation;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Publishes into the ledger of a seed; its committables hold the output, so what finished attempts made is never lost. */
record LedgerSink(long seed, String side) implements Sink<Object> {
    @Override
    public SinkWriter<Object> createWriter(SinkContext context) {
        List<byte[]> lines = new ArrayList<>();
        return new SinkWriter<>() {
            @Override
            public void open() {
                Ledger.of(seed).opened(context.attemptId());
            }

            @Override
            public void write(Object record) {
                lines.add(record.toString().getBytes(StandardCharsets.UTF_8));
            }

            @Override
            public List<byte[]> finish() {
                return lines;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public SinkCommitter createCommitter(CommitterContext context) {
        return new SinkCommitter() {
            @Override
            public void open() {}

            @Override
            public boolean reopen(List<byte[]> finished) {
                return true;
            }

            @Override
            public void suspend() {}

            @Override
            public void commit(List<byte[]> committables) {
                Ledger.of(seed)
                        .published(
                                side,
                                committables.stream()
                                        .map(line -> new String(line, StandardCharsets.UTF_8))
                                        .sorted()
                                        .toList());
            }

            @Override
            public void abort() {}
        };
    }
}
