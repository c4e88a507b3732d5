package io.github.foggara.kernel.simulation;

import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;

/** Hands records on under the eyes of the witness, who may make it throw. */
final class Step implements MapFunction<Long, Long> {
    private static final long serialVersionUID = 1L;

    private final String uid;
    private transient Witness.Attempt attempt;

    Step(String uid) {
        this.uid = uid;
    }

    @Override
    public void open(RuntimeContext context) throws Exception {
        attempt = Witness.of(context.jobName()).opened(uid, context.subtask(), context.attempt());
    }

    @Override
    public Long map(Long number) throws Exception {
        attempt.record();
        return number;
    }

    @Override
    public void close() {
        if (attempt != null) {
            attempt.closed();
        }
    }
}
