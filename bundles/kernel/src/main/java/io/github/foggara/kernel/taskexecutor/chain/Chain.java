package io.github.foggara.kernel.taskexecutor.chain;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The operators of one attempt. Opened from the last to the first, so that each finds the next one ready; finished and
 * closed from the first to the last, so that each sees all of what comes before it (FLIP-147). Task thread only.
 */
public final class Chain {
    private final ChainContext context;
    private final List<Link> operators;
    private final List<Link> all;
    private final GatePump pump;
    private final Map<String, SinkEnd> sinks;

    /**
     * @param operators from the head on
     * @param ways forks and exits; opened before and closed after the operators
     * @param pump null if the head is a source
     */
    Chain(ChainContext context, List<Link> operators, List<Link> ways, GatePump pump, Map<String, SinkEnd> sinks) {
        this.context = context;
        this.operators = operators;
        this.all = new ArrayList<>(operators);
        this.all.addAll(ways);
        this.pump = pump;
        this.sinks = sinks;
    }

    public Link head() {
        return operators.get(0);
    }

    /** The head as a source, or null. */
    public SourceHead source() {
        return pump == null ? (SourceHead) head() : null;
    }

    /** Null for a source. */
    public GatePump pump() {
        return pump;
    }

    public ChainContext context() {
        return context;
    }

    /** Between two operators a cancel is seen. */
    public void open() {
        for (int i = all.size() - 1; i >= 0; i--) {
            context.mailbox().checkCanceled();
            all.get(i).open();
        }
    }

    /** The head's inputs were ended one by one; finishes it, then ends and finishes the others in turn. */
    public void finish() {
        for (int i = 0; i < operators.size(); i++) {
            context.mailbox().checkCanceled();
            if (i > 0) {
                operators.get(i).endInput(0);
            }
            operators.get(i).finish();
            context.rethrowFailure();
        }
        context.end();
    }

    /**
     * Between two records: what the operators hold now, from the head to the end.
     *
     * @throws SnapshotFailedException if one of them gives no snapshot; all go on
     */
    public ChainCut snapshot(long checkpoint) throws SnapshotFailedException {
        ChainCut cut = new ChainCut(context.ended());
        boolean whole = false;
        try {
            for (Link operator : operators) {
                operator.snapshot(checkpoint, cut.add(operator.uid()));
            }
            whole = true;
            return cut;
        } finally {
            if (!whole) {
                cut.close();
            }
        }
    }

    /** The checkpoint is complete, and what it holds to be published is published. */
    public void completed(long checkpoint) {
        operators.forEach(operator -> operator.completed(checkpoint));
    }

    /** Closes all that was opened, each once, also if some throw. */
    public void close(Closing closing) {
        context.end();
        context.closing();
        for (Link link : all) {
            closing.run(link::close);
        }
    }

    /** What the sinks left to be published, by uid. */
    public Map<String, List<byte[]>> committables() {
        Map<String, List<byte[]>> result = new LinkedHashMap<>();
        sinks.forEach((uid, sink) -> result.put(uid, sink.committables()));
        return result;
    }
}
