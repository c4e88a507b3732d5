package io.github.foggara.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class InterruptsTest {
    private final List<String> calls = new ArrayList<>();
    private long now = Long.MAX_VALUE - 5;
    private final Interrupts interrupts = new Interrupts(() -> now, () -> calls.add("first"), () -> calls.add("next"));

    @Test
    void theSecondIsNotAnsweredLikeTheFirst() {
        interrupts.interrupt();
        now += Interrupts.AT_ONCE_NANOS;
        interrupts.interrupt();

        assertThat(calls).containsExactly("first", "next");
    }

    @Test
    void oneThatComesTwiceAtOnceIsOne() {
        interrupts.interrupt();
        now += Interrupts.AT_ONCE_NANOS - 1;
        interrupts.interrupt();

        assertThat(calls).containsExactly("first");
    }
}
