package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.task.RecordCursor;
import io.github.foggara.kernel.taskexecutor.chain.Chain;
import io.github.foggara.kernel.taskexecutor.chain.Outputs;
import io.github.foggara.kernel.taskexecutor.mailbox.TaskStoppedError;

/**
 * Gives the records of a gate to an operator that asks for them. The user's loop is on the stack meanwhile; when there is no record, the
 * task's own loop runs on top of it and serves mails and events, so a snapshot is taken exactly between two records. Task thread.
 */
final class PulledInput implements RecordCursor<Object> {
    private final GateInput input;
    private final GateCursor cursor;
    private final Chain chain;
    private final TaskLoop loop;
    private final Outputs outputs;
    /** Made once: it is needed for each record that has to be waited for. */
    private final Turn await = this::await;

    private Object record;

    PulledInput(GateInput input, GateCursor cursor, Chain chain, TaskLoop loop, Outputs outputs) {
        this.input = input;
        this.cursor = cursor;
        this.chain = chain;
        this.loop = loop;
        this.outputs = outputs;
    }

    /** Once, as all of the input's way: what the operator leaves is dropped. */
    void run() throws Exception {
        chain.head().pull(this);
        chain.context().rethrowFailure();
        record = null;
        loop.run(this::drop, outputs);
        input.endPulled();
        chain.context().rethrowFailure();
    }

    @Override
    public boolean advance() {
        if (!loop.hasMail() && cursor.hasRecord() && outputs.hasRoom()) {
            record = cursor.take();
            return true;
        }
        return slowly();
    }

    /**
     * @throws TaskStoppedError if the job stops without draining
     */
    private boolean slowly() {
        record = null;
        try {
            chain.context().rethrowFailure();
            loop.run(await, outputs);
        } catch (Throwable t) {
            throw chain.context().broken(chain.head().operator(), t);
        }
        if (cursor.hasRecord()) {
            record = cursor.take();
            return true;
        }
        if (!input.drained()) {
            throw new TaskStoppedError();
        }
        return false;
    }

    private Turn.Outcome await() {
        if (!cursor.hasRecord()) {
            return input.dataEnded() ? Turn.Outcome.END : input.fetch();
        }
        return outputs.hasRoom() ? Turn.Outcome.END : Turn.Outcome.NOTHING;
    }

    private Turn.Outcome drop() {
        while (cursor.hasRecord()) {
            cursor.take();
        }
        return input.dataEnded() ? Turn.Outcome.END : input.fetch();
    }

    @Override
    public Object record() {
        if (record == null) {
            throw new IllegalStateException(
                    "There is no record: advance() was not asked, said false, or its record was given before");
        }
        Object given = record;
        record = null;
        return given;
    }
}
