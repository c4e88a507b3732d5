package io.github.foggara.kernel.taskexecutor.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChainCodeTest {
    private final Doorbell bell;
    private final Mailbox mailbox;

    ChainCodeTest() {
        try (JvmRuntime runtime = new JvmRuntime()) {
            bell = new Doorbell(runtime.newParker());
        }
        mailbox = new Mailbox(bell);
    }

    private LinkSetup setup(Link next) {
        ChainContext chain = new ChainContext(mailbox, new Outputs(List.of(), mailbox, bell), false, false);
        AttemptInfo info = new AttemptInfo(
                new ExecutionAttemptId(new JobId(1, 2), 0, 0, 0),
                "job",
                1,
                null,
                ServiceLocator.none(),
                null,
                () -> {},
                (need, bundle) -> {});
        OperatorContext context = new OperatorContext(info, "op", bell);
        MapSpec spec = new MapSpec((Long n) -> n + 1);
        return new LinkSetup(chain, context, spec, next, null, null, List.of(), null);
    }

    @Test
    void eachPlaceHasAClassOfItsOwnThatSubtasksShare() {
        ChainCode code = new ChainCode();
        Link first = code.link("a", MapLink.class, setup(null));
        Link sameOfOtherSubtask = code.link("a", MapLink.class, setup(null));
        Link second = code.link("b", MapLink.class, setup(null));
        Link otherVertex = new ChainCode().link("a", MapLink.class, setup(null));

        assertThat(first.getClass().isHidden()).isTrue();
        assertThat(first.getClass()).isSameAs(sameOfOtherSubtask.getClass());
        assertThat(List.of(first.getClass(), second.getClass(), otherVertex.getClass()))
                .doesNotHaveDuplicates();
    }

    @Test
    void theCodeBehavesLikeItsTemplate() {
        List<Object> out = new ArrayList<>();
        Link end = new Link(setup(null)) {
            @Override
            public void collect(Object record) {
                out.add(record);
            }
        };
        ChainCode code = new ChainCode();
        Link chain = code.link("a", MapLink.class, setup(code.link("b", MapLink.class, setup(end))));
        chain.collect(40L);
        assertThat(out).containsExactly(42L);
    }

    @Test
    void theCodeUnloadsWithTheJob() {
        WeakReference<Class<?>> hidden = new WeakReference<>(
                new ChainCode().link("a", MapLink.class, setup(null)).getClass());
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (hidden.get() != null && System.nanoTime() < deadline) {
            System.gc();
        }
        assertThat(hidden.get()).isNull();
    }
}
