package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.PullReader;

/** Drives a chain with the records of a reader that is asked for each of them. */
public abstract class PullLoop extends Link {
    protected PullLoop(LinkSetup setup) {
        super(setup);
    }

    /** One burst. */
    abstract InputStatus pull(PullReader<Object, Object> reader) throws Exception;

    /** Records given to the chain so far. */
    abstract long emitted();
}
