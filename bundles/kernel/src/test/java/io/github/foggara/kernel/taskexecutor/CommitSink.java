package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Writes into lists, one per subtask and attempt; a committable names a piece of one: {@code vertex/subtask/attempt/from/to}. */
final class CommitSink implements Sink<Object> {
    private final Map<String, List<Object>> written = new ConcurrentHashMap<>();
    /** What prepareCommit throws. */
    volatile IOException failure;

    @Override
    public SinkWriter<Object> createWriter(SinkContext context) {
        ExecutionAttemptId id = context.attemptId();
        String name = id.vertex() + "/" + id.subtask() + "/" + id.attempt();
        List<Object> list = new CopyOnWriteArrayList<>();
        written.put(name, list);
        return new Writer(name, list);
    }

    @Override
    public SinkCommitter createCommitter(CommitterContext context) {
        return null;
    }

    /** What these committables stand for. */
    List<Object> records(Collection<byte[]> committables) {
        List<Object> all = new ArrayList<>();
        for (byte[] committable : committables) {
            String text = new String(committable, StandardCharsets.UTF_8);
            String[] parts = text.split("/");
            String name = String.join("/", parts[0], parts[1], parts[2]);
            all.addAll(written.get(name).subList(Integer.parseInt(parts[3]), Integer.parseInt(parts[4])));
        }
        return all;
    }

    /** What that attempt has written so far. */
    List<Object> written(ExecutionAttemptId id) {
        return written.getOrDefault(id.vertex() + "/" + id.subtask() + "/" + id.attempt(), List.of());
    }

    private final class Writer implements SinkWriter<Object> {
        private final String name;
        private final List<Object> list;
        private int prepared;

        Writer(String name, List<Object> list) {
            this.name = name;
            this.list = list;
        }

        @Override
        public void open() {}

        @Override
        public void write(Object record) {
            list.add(record);
        }

        @Override
        public List<byte[]> prepareCommit(long checkpoint) throws IOException {
            if (failure != null) {
                throw failure;
            }
            return piece();
        }

        @Override
        public List<byte[]> finish() {
            return piece();
        }

        private List<byte[]> piece() {
            int from = prepared;
            prepared = list.size();
            return from == prepared
                    ? List.of()
                    : List.of((name + "/" + from + "/" + prepared).getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public void close() {}
    }
}
