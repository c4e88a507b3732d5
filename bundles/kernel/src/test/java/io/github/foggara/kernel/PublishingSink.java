package io.github.foggara.kernel;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps what was committed under a name, and nothing else. */
record PublishingSink(String target) implements Sink<Object> {
    /** Committed lines, sorted, by target. */
    static final Map<String, List<String>> PUBLISHED = new ConcurrentHashMap<>();

    @Override
    public SinkWriter<Object> createWriter(SinkContext context) {
        List<byte[]> lines = new ArrayList<>();
        return new SinkWriter<>() {
            @Override
            public void open() {}

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
            public void commit(List<byte[]> committables) {
                PUBLISHED.put(
                        target,
                        committables.stream()
                                .map(b -> new String(b, StandardCharsets.UTF_8))
                                .sorted(Comparator.naturalOrder())
                                .toList());
                context.report("published " + committables.size());
            }

            @Override
            public void abort() {
                context.report("aborted");
            }
        };
    }
}
