package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkWriter;
import java.util.List;

/** The end of a chain in a sink; what is not per record. */
abstract class SinkEnd extends Link {
    /** Null before open. */
    protected SinkWriter<Object> writer;

    private final Sink<Object> sink;
    private List<byte[]> committables = List.of();

    @SuppressWarnings("unchecked")
    protected SinkEnd(LinkSetup setup) {
        super(setup);
        sink = (Sink<Object>) ((SinkSpec) setup.spec()).sink();
    }

    protected final IllegalStateException afterFinish() {
        return new IllegalStateException("A record came to sink '" + operator()
                + "' after finish: an operator before it emitted when all had finished");
    }

    /** What its writer left to be published; empty before finish. */
    final List<byte[]> committables() {
        return committables;
    }

    @Override
    protected void doOpen() throws Exception {
        writer = sink.createWriter(context());
        writer.open();
    }

    @Override
    public void finish() {
        try {
            committables = List.copyOf(writer.finish());
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    @Override
    protected void doClose() throws Exception {
        if (writer != null) {
            writer.close();
        }
    }
}
