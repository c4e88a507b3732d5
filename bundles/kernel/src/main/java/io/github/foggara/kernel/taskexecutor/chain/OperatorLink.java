package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.task.PullOperator;
import io.github.foggara.api.task.RecordCursor;
import io.github.foggara.kernel.taskexecutor.mailbox.TaskStoppedError;

/** Template: an operator that a plugin made. */
final class OperatorLink extends PluginLink {
    private final Link next;
    private int input;

    OperatorLink(LinkSetup setup) {
        super(setup);
        next = setup.next();
    }

    @Override
    public void input(int current) {
        input = current;
    }

    @Override
    public void collect(Object record) {
        try {
            operator.process(input, record, next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    @Override
    @SuppressWarnings("unchecked")
    public void pull(RecordCursor<Object> records) {
        try {
            ((PullOperator<Object, Object>) operator).pull(records, next);
        } catch (Throwable t) {
            if (!TaskStoppedError.isBehind(t)) {
                throw failure(t);
            }
        }
    }

    @Override
    public void endInput(int ended) {
        try {
            operator.endInput(ended, next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }

    @Override
    public void finish() {
        try {
            operator.finish(next);
        } catch (Throwable t) {
            throw failure(t);
        }
    }
}
