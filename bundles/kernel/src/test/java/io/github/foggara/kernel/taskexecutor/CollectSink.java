package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.util.List;
import java.util.Queue;

/** Writes records to a queue of the test; its committable is the name of the subtask. */
record CollectSink(Queue<Object> target) implements Sink<Object> {
    @Override
    public SinkWriter<Object> createWriter(SinkContext context) {
        return new SinkWriter<>() {
            @Override
            public void open() {}

            @Override
            public void write(Object record) {
                target.add(record);
            }

            @Override
            public List<byte[]> finish() {
                return List.of(("part-" + context.subtask()).getBytes());
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public SinkCommitter createCommitter(CommitterContext context) {
        return null;
    }
}
