package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBufAllocator;
import org.junit.jupiter.api.Test;

/** The check of the other tests finds a leak. */
class LeakRecorderTest {
    @Test
    void aForgottenBufferIsFound() {
        assertThat(LeakRecorder.leaks()).isEmpty();
        forget();
        assertThatThrownBy(() -> new LeakCheck().afterAll(null))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("leaked");
        LeakRecorder.leaks().clear();
        new LeakCheck().afterAll(null);
    }

    private static void forget() {
        ByteBufAllocator.DEFAULT.directBuffer(64).writeLong(1);
    }
}
