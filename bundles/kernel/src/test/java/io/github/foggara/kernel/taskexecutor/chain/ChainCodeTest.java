package io.github.foggara.kernel.taskexecutor.chain;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.PullReader;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChainCodeTest {
    private final LinkBench bench = new LinkBench(false, false);

    private LinkSetup setup(Link next) {
        return bench.setup(new MapSpec((Long n) -> n + 1), next, null, null);
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
        ChainCode code = new ChainCode();
        Link chain = code.link("a", MapLink.class, setup(code.link("b", MapLink.class, setup(bench.end()))));
        chain.collect(40L);
        assertThat(bench.out).containsExactly(42L);
    }

    @Test
    void aLoopOfItsOwnKnowsWhatItWasMadeFrom() throws Exception {
        PullLoop shared = (PullLoop) new ChainCode().link("a", PullLink.class, setup(bench.end()));
        PullLoop one = (PullLoop) ChainCode.only(PullLink.class, setup(bench.end()));
        PullLoop other = (PullLoop) ChainCode.only(PullLink.class, setup(bench.end()));
        assertThat(one.getClass()).isNotSameAs(other.getClass());
        for (PullLoop loop : List.of(shared, one, other)) {
            bench.out.clear();
            assertThat(loop.pull(new Countdown(3))).isEqualTo(InputStatus.END_OF_INPUT);
            assertThat(bench.out).containsExactly(3, 2, 1);
            assertThat(loop.emitted()).isEqualTo(3);
        }
    }

    @Test
    void aPullLoopStopsForAMailAndTellsSo() throws Exception {
        PullLoop loop = (PullLoop) ChainCode.only(PullLink.class, setup(bench.end()));
        Countdown reader = new Countdown(3);
        bench.mailbox.put(() -> {});
        assertThat(loop.pull(reader)).isEqualTo(InputStatus.MORE_AVAILABLE);
        assertThat(bench.out).isEmpty();
        assertThat(reader.pauses).isEqualTo(1);
        bench.mailbox.drain();
        loop.pull(reader);
        assertThat(bench.out).hasSize(3);
        assertThat(reader.pauses).isEqualTo(2);
    }

    @Test
    void partsAreMadeOncePerPlace() {
        ChainCode code = new ChainCode();
        Object part = code.part("a", Object.class, Object::new);
        assertThat(code.part("a", Object.class, Object::new)).isSameAs(part);
        assertThat(code.part("b", Object.class, Object::new)).isNotSameAs(part);
    }

    /** From n down to 1. */
    private static final class Countdown implements PullReader<Object, Object> {
        private int left;
        private int pauses;

        Countdown(int from) {
            left = from;
        }

        @Override
        public boolean advance() {
            return left > 0;
        }

        @Override
        public Object record() {
            return left--;
        }

        @Override
        public InputStatus status() {
            return InputStatus.END_OF_INPUT;
        }

        @Override
        public void pause() {
            pauses++;
        }

        @Override
        public void open() {}

        @Override
        public void addSplits(List<Object> splits) {}

        @Override
        public void noMoreSplits() {}

        @Override
        public List<Object> snapshot() {
            return List.of();
        }

        @Override
        public void close() {}
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
