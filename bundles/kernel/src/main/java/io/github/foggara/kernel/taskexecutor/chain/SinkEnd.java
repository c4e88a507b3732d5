package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The end of a chain in a sink; what is not per record.
 *
 * <p>What the writer prepares for a checkpoint would be lost if that is given up, for nobody tells the writer. So it is kept here,
 * and stands in each following checkpoint and in the report of the end, until one that holds it is complete and
 * published. If that news is late, it stands there once more: publishing is idempotent.
 */
abstract class SinkEnd extends Link {
    /** Null before open. */
    protected SinkWriter<Object> writer;

    private final Sink<Object> sink;
    /** By checkpoint: what was prepared for it and is not known to be published. */
    private final NavigableMap<Long, List<byte[]>> prepared = new TreeMap<>();

    private List<byte[]> last = List.of();
    private boolean finished;

    @SuppressWarnings("unchecked")
    protected SinkEnd(LinkSetup setup) {
        super(setup);
        sink = (Sink<Object>) ((SinkSpec) setup.spec()).sink();
    }

    protected final IllegalStateException afterFinish() {
        return new IllegalStateException("A record came to sink '" + operator()
                + "' after finish: an operator before it emitted when all had finished");
    }

    /** What its writer left to be published. */
    final List<byte[]> committables() {
        List<byte[]> all = new ArrayList<>();
        prepared.values().forEach(all::addAll);
        all.addAll(last);
        return all;
    }

    @Override
    void snapshot(long checkpoint, OperatorCut cut) throws SnapshotFailedException {
        super.snapshot(checkpoint, cut);
        if (!finished) {
            List<byte[]> fresh = prepare(checkpoint);
            if (!fresh.isEmpty()) {
                prepared.put(checkpoint, fresh);
            }
        }
        cut.committables(committables());
    }

    /** One that cannot is found out before it has changed anything; after any other exception nobody knows what it holds. */
    private List<byte[]> prepare(long checkpoint) throws SnapshotFailedException {
        try {
            return List.copyOf(writer.prepareCommit(checkpoint));
        } catch (UnsupportedOperationException e) {
            throw new SnapshotFailedException(operator(), e);
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    @Override
    void completed(long checkpoint) {
        prepared.headMap(checkpoint, true).clear();
    }

    @Override
    protected void doOpen() throws Exception {
        writer = sink.createWriter(context());
        writer.open();
    }

    @Override
    public void finish() {
        try {
            last = List.copyOf(writer.finish());
            finished = true;
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
