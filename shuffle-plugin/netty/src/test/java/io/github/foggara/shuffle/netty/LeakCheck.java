package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** No buffer that a test class used was forgotten: what becomes garbage unreleased is found, and fails the class. */
public final class LeakCheck implements AfterAllCallback {
    private static final long WAIT_MILLIS = 5_000;

    @Override
    public void afterAll(ExtensionContext context) {
        collectGarbage();
        // Netty looks for leaks when it makes the next buffer to be tracked.
        for (ByteBufAllocator allocator :
                new ByteBufAllocator[] {ByteBufAllocator.DEFAULT, UnpooledByteBufAllocator.DEFAULT}) {
            for (int i = 0; i < 200; i++) {
                allocator.directBuffer(16).release();
            }
        }
        assertThat(LeakRecorder.leaks()).as("leaked buffers").isEmpty();
    }

    static void collectGarbage() {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        PhantomReference<Object> canary = new PhantomReference<>(new byte[16], queue);
        try {
            for (int i = 0; i < 10; i++) {
                System.gc();
                if (queue.remove(WAIT_MILLIS / 10) != null) {
                    return;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new AssertionError("The garbage collector has not run: " + canary);
    }
}
