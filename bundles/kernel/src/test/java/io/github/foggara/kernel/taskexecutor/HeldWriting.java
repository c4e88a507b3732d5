package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Holds the writing of one checkpoint until it is told to go on. */
final class HeldWriting implements MemoryCheckpoints.Hook {
    private final long held;
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);

    HeldWriting(long held) {
        this.held = held;
    }

    @Override
    public void run(long checkpoint) {
        if (checkpoint == held) {
            reached.countDown();
            await(go);
        }
    }

    void awaitReached() {
        await(reached);
    }

    void goOn() {
        go.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
