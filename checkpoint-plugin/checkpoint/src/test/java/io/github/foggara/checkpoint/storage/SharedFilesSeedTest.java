package io.github.foggara.checkpoint.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/**
 * Whatever a run does, and wherever it crashes: what its completed checkpoints and those under way point at is there, and in the end nothing else.
 * {@code -Dseed=} repeats one, {@code -Dfoggara.seeds=} asks for more.
 */
class SharedFilesSeedTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 30);

    @Test
    void nothingIsLostAndNothingIsLeft() throws Exception {
        Integer one = Integer.getInteger("seed");
        int first = one == null ? 0 : one;
        long recorded = 0;
        long collected = 0;
        for (int seed = first; seed < first + (one == null ? SEEDS : 1); seed++) {
            SharedLives lives = lives(seed, false);
            recorded += lives.recorded();
            collected += lives.collected();
        }
        if (one == null) {
            assertThat(recorded).as("checkpoints per run").isGreaterThan(5L * SEEDS);
            assertThat(collected).as("shared files that went, per run").isGreaterThan(5L * SEEDS);
        }
    }

    /** Without the rule for snapshots nothing holds. */
    @Test
    void whatWasLeftOutMustNotComeBack() {
        assertThatThrownBy(() -> {
                    for (int seed = 0; seed < SEEDS; seed++) {
                        lives(seed, true);
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("lost");
    }

    private static SharedLives lives(int seed, boolean forgetful) throws Exception {
        SharedLives lives = new SharedLives(seed, forgetful);
        try {
            lives.all();
            return lives;
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("-Dseed=" + seed + ": " + e.getMessage(), e);
        }
    }
}
