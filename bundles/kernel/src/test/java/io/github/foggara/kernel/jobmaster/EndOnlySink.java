package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import java.util.List;

/** Publishes only when its job has ended. */
record EndOnlySink() implements Sink<String> {
    @Override
    public SinkWriter<String> createWriter(SinkContext context) {
        throw new UnsupportedOperationException("no task runs here");
    }

    @Override
    public SinkCommitter createCommitter(CommitterContext context) {
        return new SinkCommitter() {
            @Override
            public void open() {}

            @Override
            public void commit(List<byte[]> committables) {}

            @Override
            public void abort() {}
        };
    }
}
