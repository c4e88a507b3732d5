package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import java.util.ArrayList;
import java.util.List;

/** One link of a chain, its surroundings, and what it emits. */
final class LinkBench {
    final Mailbox mailbox;
    final List<Object> out = new ArrayList<>();
    private final Doorbell bell;
    private final ChainContext chain;

    LinkBench(boolean batch, boolean objectReuse) {
        try (JvmRuntime runtime = new JvmRuntime()) {
            bell = new Doorbell(runtime.newParker());
        }
        mailbox = new Mailbox(bell);
        chain = new ChainContext(mailbox, new Outputs(List.of(), mailbox, bell), batch, objectReuse);
    }

    LinkSetup setup(OperatorSpec spec, Link next, RecordCodec<Object> codec, Object shared) {
        AttemptInfo info = new AttemptInfo(
                new ExecutionAttemptId(new JobId(1, 2), 0, 0, 0),
                "job",
                1,
                null,
                ServiceLocator.none(),
                null,
                null,
                null,
                null,
                () -> {},
                (need, bundle) -> {});
        return new LinkSetup(
                chain, new OperatorContext(info, "op", bell), spec, next, null, codec, List.of(), null, shared);
    }

    /** The end of the chain: whatever comes stands in {@link #out}. */
    Link end() {
        return new Link(setup(null, null, null, null)) {
            @Override
            public void collect(Object record) {
                out.add(record);
            }
        };
    }
}
