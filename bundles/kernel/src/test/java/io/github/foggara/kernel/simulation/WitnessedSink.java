package io.github.foggara.kernel.simulation;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Its committables hold all that was written: so what finished attempts made stays, whatever dies. */
record WitnessedSink(String uid) implements Sink<Object> {
    @Override
    public SinkWriter<Object> createWriter(SinkContext context) {
        return new Writer(uid, context);
    }

    @Override
    public SinkCommitter createCommitter(CommitterContext context) {
        return new Committer(uid, Witness.of(context.jobName()));
    }

    /** What one attempt made: its number, then what was written. */
    record Part(int subtask, int attempt, List<String> lines) {
        byte[] bytes() {
            return (subtask + "#" + attempt + "\n" + String.join("\n", lines)).getBytes(StandardCharsets.UTF_8);
        }

        static Part of(byte[] bytes) {
            List<String> all = new String(bytes, StandardCharsets.UTF_8).lines().toList();
            String[] id = all.get(0).split("#");
            return new Part(Integer.parseInt(id[0]), Integer.parseInt(id[1]), all.subList(1, all.size()));
        }
    }

    private static final class Writer implements SinkWriter<Object> {
        private final String uid;
        private final SinkContext context;
        private final List<String> lines = new ArrayList<>();
        private Witness.Attempt attempt;

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
        public List<byte[]> finish() {
            attempt.finished();
            return List.of(new Part(context.subtask(), context.attempt(), lines).bytes());
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
        public void open() {
            witness.reopened(uid, List.of());
        }

        @Override
        public boolean reopen(List<byte[]> finished) {
            witness.reopened(uid, parts(finished));
            return true;
        }

        @Override
        public void suspend() {}

        @Override
        public void commit(List<byte[]> committables) {
            witness.committed(uid, parts(committables));
        }

        @Override
        public void abort() {
            witness.aborted(uid);
        }

        private static List<Part> parts(List<byte[]> committables) {
            return committables.stream().map(Part::of).toList();
        }
    }
}
