package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import io.github.foggara.kernel.taskexecutor.mailbox.TaskCanceledError;

/** What the links of one attempt share. Task thread only. */
public final class ChainContext {
    private final Mailbox mailbox;
    private final Outputs outputs;
    private final boolean batch;
    private final boolean objectReuse;
    private OperatorFailure failure;
    private boolean ended;
    private boolean closing;
    private Pause pause = this::betweenRecords;

    /** What a task does between two records. */
    @FunctionalInterface
    public interface Pause {
        void take() throws Exception;
    }

    /**
     * @param batch keyed aggregates emit only their final values
     * @param objectReuse mutable records are handed on as they are
     */
    public ChainContext(Mailbox mailbox, Outputs outputs, boolean batch, boolean objectReuse) {
        this.mailbox = mailbox;
        this.outputs = outputs;
        this.batch = batch;
        this.objectReuse = objectReuse;
    }

    Mailbox mailbox() {
        return mailbox;
    }

    Outputs outputs() {
        return outputs;
    }

    boolean batch() {
        return batch;
    }

    boolean objectReuse() {
        return objectReuse;
    }

    /** Remembers the first failure and returns it; later ones are suppressed in it. */
    OperatorFailure failed(OperatorFailure next) {
        if (failure == null) {
            failure = next;
        } else if (failure.getCause() != next.getCause()) {
            failure.getCause().addSuppressed(next.getCause());
        }
        return failure;
    }

    /**
     * What the engine throws if it failed on top of user code that waits for it: as it is if it is known, else as a failure of the engine
     * under that operator, and not only as what user code makes of it.
     */
    public Error broken(String operator, Throwable cause) {
        if (cause instanceof OperatorFailure known) {
            return known;
        }
        if (cause instanceof TaskCanceledError canceled) {
            return canceled;
        }
        return failed(new OperatorFailure(operator, false, cause));
    }

    /** Throws what a link threw and user code swallowed. */
    public void rethrowFailure() {
        if (failure != null) {
            throw failure;
        }
    }

    /** The chain has finished: nothing may be emitted any more. */
    public void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    /** The chain closes: from now on whoever waits does so to the end. */
    void closing() {
        closing = true;
    }

    boolean isClosing() {
        return closing;
    }

    /** What operators of plugins do between two records of their own loops; set once the task is built. */
    public void pauses(Pause between) {
        pause = between;
    }

    void pause(String operator) {
        try {
            pause.take();
        } catch (Throwable t) {
            throw broken(operator, t);
        }
    }

    /** For the engine's own loops over records: serves mails and waits for room, as between two records of the input. */
    void betweenRecords() throws Exception {
        if (mailbox.hasMail()) {
            mailbox.drain();
        }
        if (!outputs.hasRoom()) {
            outputs.awaitRoom(mailbox);
        }
    }
}
