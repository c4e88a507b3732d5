package io.github.foggara.kernel.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnsTest {
    private final Turns<String> turns = new Turns<>();
    private final List<String> told = new ArrayList<>();

    @Test
    void whoeverComesNextWaitsForTheLastPieceOfWork() {
        Turns<String>.Turn first = turns.next("run");
        first.whenAlone(() -> told.add("first"));
        first.use();
        first.release();
        Turns<String>.Turn second = turns.next("run");
        second.whenAlone(() -> told.add("second"));
        assertThat(second.alone()).isFalse();
        assertThat(told).containsExactly("first");
        first.release();
        assertThat(told).containsExactly("first", "second");
        assertThat(second.alone()).isTrue();
    }

    /** A life that ends while it waits must not let the one after it pass. */
    @Test
    void anOwnerThatEndsWhileItWaitsDoesNotEndTheTurnBefore() {
        Turns<String>.Turn first = turns.next("run");
        Turns<String>.Turn second = turns.next("run");
        second.whenAlone(() -> told.add("second"));
        Turns<String>.Turn third = turns.next("run");
        third.whenAlone(() -> told.add("third"));
        second.release();
        assertThat(third.alone()).isFalse();
        assertThat(told).isEmpty();
        first.release();
        assertThat(third.alone()).isTrue();
        assertThat(told).containsExactly("second", "third");
        third.release();
        assertThat(turns.taken("run")).isFalse();
    }

    @Test
    void othersDoNotWait() {
        turns.next("run");
        assertThat(turns.next("another").alone()).isTrue();
        assertThat(turns.taken("third")).isFalse();
    }
}
