package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.job.InputStatus;
import io.github.foggara.kernel.taskexecutor.chain.Chain;
import io.github.foggara.kernel.taskexecutor.chain.Closing;
import io.github.foggara.kernel.taskexecutor.chain.Outputs;
import io.github.foggara.kernel.taskexecutor.chain.SourceHead;

/** Polls the reader, burst by burst. */
final class SourceInput implements TaskInput {
    private final SourceHead source;
    private final Chain chain;
    private final Outputs outputs;
    private boolean idle;

    SourceInput(Chain chain, Outputs outputs) {
        this.source = chain.source();
        this.chain = chain;
        this.outputs = outputs;
    }

    @Override
    public Outcome take() {
        if (!outputs.hasRoom() || idle && !source.takeWake()) {
            return Outcome.NOTHING;
        }
        InputStatus status = source.poll();
        chain.context().rethrowFailure();
        // The burst has ended: consumers that sleep learn of it now and not when the next batch is full.
        outputs.flush();
        idle = status == InputStatus.NOTHING_AVAILABLE;
        return status == InputStatus.END_OF_INPUT ? Outcome.END : Outcome.PROGRESS;
    }

    @Override
    public boolean drained() {
        return true;
    }

    @Override
    public boolean closedByProducers() {
        return true;
    }

    @Override
    public long records() {
        return source.emitted();
    }

    @Override
    public long workDone() {
        return source.workDone();
    }

    @Override
    public void close(Closing closing) {
        // The reader belongs to the chain.
    }
}
