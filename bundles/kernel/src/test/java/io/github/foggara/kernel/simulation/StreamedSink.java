package io.github.foggara.kernel.simulation;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Publishes by checkpoints; its committables hold all that was written, under a name that no other part has. */
record StreamedSink(String uid) implements Sink<Object> {
    @Override
    public SinkWriter<Object> createWriter(SinkContext context) {
        return new Writer(uid, context);
    }

    @Override
    public SinkCommitter createCommitter(CommitterContext context) {
        return new Committer(uid, Witness.of(context.jobName()));
    }

    private static final class Writer implements SinkWriter<Object> {
        private final String uid;
        private final SinkContext context;
        private final List<String> lines = new ArrayList<>();
        private Witness.Attempt attempt;
        private int parts;

        Writer(String uid, SinkContext context) {
            this.uid = uid;
            this.context = context;
        }

        @Override
        public void open() throws Exception {
            attempt = Witness.of(context.jobName()).opened(uid, context.subtask(), context.attempt());
        }

        @Override
        public void write(Object record) throws Exception {
            attempt.record();
            lines.add(record.toString());
        }

        @Override
        public List<byte[]> prepareCommit(long checkpoint) {
            return part();
        }

        private List<byte[]> part() {
            if (lines.isEmpty()) {
                return List.of();
            }
            String name = context.subtask() + "#" + context.attempt() + "#" + parts++;
            byte[] bytes = (name + "\n" + String.join("\n", lines)).getBytes(StandardCharsets.UTF_8);
            lines.clear();
            return List.of(bytes);
        }

        @Override
        public List<byte[]> finish() {
            attempt.finished();
            return part();
        }

        @Override
        public void close() {
            if (attempt != null) {
                attempt.closed();
            }
        }
    }

    private record Committer(String uid, Witness witness) implements SinkCommitter {
        @Override
        public void open() {}

        @Override
        public void restore(long checkpoint, List<byte[]> committables) {
            witness.actedOn(checkpoint, "restored");
        }

        @Override
        public void commit(long checkpoint, List<byte[]> committables) {
            witness.actedOn(checkpoint, "published");
            commit(committables);
        }

        @Override
        public void suspend() {}

        @Override
        public void commit(List<byte[]> committables) {
            for (byte[] bytes : committables) {
                List<String> all =
                        new String(bytes, StandardCharsets.UTF_8).lines().toList();
                witness.publishes(uid, all.get(0), all.subList(1, all.size()));
            }
        }

        @Override
        public void abort() {}
    }
}
