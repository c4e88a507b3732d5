package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.Function;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.api.task.RecordCursor;
import io.github.foggara.kernel.taskexecutor.mailbox.TaskCanceledError;
import java.util.List;

/**
 * One operator, or one way out of the chain, of one attempt. Task thread only. Subclasses are templates (see the
 * package); what they inherit from here is not on the way of a record.
 */
public abstract class Link implements Collector<Object> {
    /** Records announced together: enough for their cache misses to overlap, few enough to stay in the nearest cache. */
    protected static final int GROUP = 32;

    protected final ChainContext chain;
    private final OperatorContext context;
    private final List<? extends Function> functions;
    private int begun;
    private boolean opened;

    protected Link(LinkSetup setup) {
        this.chain = setup.chain();
        this.context = setup.context();
        this.functions = setup.functions();
    }

    /** Name of the operator, for messages. */
    public final String operator() {
        return context.operatorName();
    }

    protected final OperatorContext context() {
        return context;
    }

    /** Uid of the operator; null for a way out. */
    final String uid() {
        return context.state() == null ? null : context.state().uid();
    }

    /** Once, before any record: takes over what is restored, then opens. */
    public final void open() {
        opened = true;
        context.opening(true);
        try {
            if (context.state() != null) {
                context.state().restore(tables());
            }
            doOpen();
            if (context.state() != null) {
                context.state().opened();
            }
        } catch (Throwable t) {
            throw failure(t);
        } finally {
            context.opening(false);
        }
    }

    /** For heads with several inputs: the records that follow belong to this one. */
    public void input(int input) {}

    /**
     * For heads: the cursor's next records will be collected one after the other. A keyed operator brings what it will need
     * of its table into the cache, so that the misses of many records overlap.
     *
     * @param records at most {@link #GROUP}
     */
    public void ahead(GateCursor cursor, int records) {}

    /** For heads, once it is open: whether it asks for its records. */
    public boolean pulls() {
        return false;
    }

    /** For heads that ask for their records: returns when it wants none any more. */
    public void pull(RecordCursor<Object> records) {
        throw new IllegalStateException("Operator '" + operator() + "' does not ask for its records");
    }

    /** This input has ended; may emit. */
    public void endInput(int input) {}

    /** The last chance to emit. */
    public void finish() {}

    /** Its own tables of state per key, or null: then it keeps such state in a backend, if at all. */
    protected KeyedTables tables() {
        return null;
    }

    /**
     * A barrier stands between the last record and the next: what is held now.
     *
     * @throws SnapshotFailedException if there is no snapshot, but the operator can go on
     */
    void snapshot(long checkpoint, OperatorCut cut) throws SnapshotFailedException {
        try {
            context.state().snapshot(cut);
        } catch (Exception e) {
            throw new SnapshotFailedException(operator(), e);
        }
    }

    /** The checkpoint is complete, and what it holds to be published is published. */
    void completed(long checkpoint) {}

    /** Releases what {@link #open} took, if it was begun; at most once. */
    public final void close() throws Exception {
        if (!opened) {
            return;
        }
        opened = false;
        Closing closing = new Closing();
        closing.run(this::doClose);
        if (context.state() != null) {
            context.state().close(closing);
        }
        closing.run(context::releaseServices);
        if (closing.failure() != null) {
            throw failure(closing.failure());
        }
    }

    /** Opens the functions in order. */
    protected void doOpen() throws Exception {
        for (Function function : functions) {
            begun++;
            function.open(context);
        }
    }

    /** Closes each function whose open began, also after one of them threw. */
    protected void doClose() throws Exception {
        Closing closing = new Closing();
        for (Function function : functions.subList(0, begun)) {
            closing.run(function::close);
        }
        closing.rethrow();
    }

    /**
     * What a link throws if something under it threw: as it is if an inner link has named it, else under its own name.
     * The chain remembers it, so that user code which swallows it does not hide it.
     */
    protected final Error failure(Throwable cause) {
        if (cause instanceof OperatorFailure known) {
            return known;
        }
        if (cause instanceof TaskCanceledError canceled) {
            return canceled;
        }
        return chain.failed(new OperatorFailure(operator(), !ofEngine(cause), cause));
    }

    private static boolean ofEngine(Throwable cause) {
        return cause instanceof PartitionFailedException
                || cause instanceof StaleConsumerException
                || cause instanceof DamagedStateException;
    }

    protected final IllegalStateException nullResult(String function) {
        return new IllegalStateException("The " + function + " of operator '" + operator()
                + "' returned null; records are never null: use filter or flatMap to drop one");
    }
}
