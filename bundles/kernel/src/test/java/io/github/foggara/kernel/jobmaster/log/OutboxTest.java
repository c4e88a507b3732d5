package io.github.foggara.kernel.jobmaster.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxTest {
    private final Outbox outbox = new Outbox();
    private final List<String> left = new ArrayList<>();

    @Test
    void withoutADurableEventAnEffectLeavesAtOnce() {
        send("a");
        assertThat(left).containsExactly("a");
    }

    @Test
    void anEffectWaitsForEveryDurableEventBeforeItAndNoLater() {
        outbox.require(3);
        send("a");
        outbox.require(7);
        send("b");
        outbox.durable(2);
        assertThat(left).isEmpty();
        outbox.durable(3);
        assertThat(left).containsExactly("a");
        outbox.durable(6);
        assertThat(left).containsExactly("a");
        outbox.durable(9);
        assertThat(left).containsExactly("a", "b");
        send("c");
        assertThat(left).containsExactly("a", "b", "c");
    }

    @Test
    void anEffectOfAnEffectKeepsItsPlace() {
        outbox.require(1);
        outbox.send(() -> {
            left.add("a");
            outbox.require(2);
            send("c");
        });
        send("b");
        outbox.durable(1);
        assertThat(left).containsExactly("a", "b");
        outbox.durable(2);
        assertThat(left).containsExactly("a", "b", "c");
    }

    @Test
    void withoutALogEffectsLeave() {
        outbox.require(1);
        send("a");
        outbox.open();
        send("b");
        outbox.require(5);
        send("c");
        assertThat(left).containsExactly("a", "b", "c");
    }

    @Test
    void whoeverIsFencedDoesNothingMore() {
        outbox.require(1);
        send("a");
        outbox.shut();
        outbox.durable(1);
        outbox.open();
        send("b");
        assertThat(left).isEmpty();
    }

    private void send(String effect) {
        outbox.send(() -> left.add(effect));
    }
}
