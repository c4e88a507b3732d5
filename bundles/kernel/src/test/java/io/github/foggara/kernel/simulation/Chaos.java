package io.github.foggara.kernel.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * What goes wrong in the simulation of one seed: so much, and then no more.
 *
 * @param failures calls of user code, counted over all attempts from 1, that throw
 * @param deaths events, counted over all lives from 1, whose appending kills the JobMaster
 * @param kills for each container but the last, the turn of its threads at which it is killed
 * @param toExecutorNanos bound of the time a message from a JobMaster to the executor takes; 0 for a plain call
 * @param toMasterNanos the same the other way
 * @param swaps how often strategies are exchanged in each container
 * @param backoffMillis delay of a restart
 * @param compaction events after which the log is compacted; 0 for as many as by default, so never here
 * @param cancelTurns turns after which the job is cancelled, in each container; -1 for never
 */
record Chaos(
        Shape shape,
        Kind kind,
        TreeSet<Integer> failures,
        TreeSet<Integer> deaths,
        List<Integer> kills,
        long toExecutorNanos,
        long toMasterNanos,
        int swaps,
        int backoffMillis,
        int compaction,
        int cancelTurns) {
    /** Restarts that the back-off of a {@link Kind#HOPELESS} job allows. */
    static final int HOPELESS_RESTARTS = 2;

    private static final Shape[] BATCH = {Shape.KEYED, Shape.TWO_PIPELINES};
    private static final long[] DELAYS = {0, 0, 1_000_000, 30_000_000, 2_000_000_000L};
    /** More than the containers of most undisturbed runs make, so that every one of them is a place to die at. */
    private static final int TURNS = 1_500;

    private static final int STREAMED_TURNS = 4_000;

    /** How it must end. */
    enum Kind {
        /** FINISHED, with the output of the undisturbed run. */
        CURABLE,
        /** FAILED by its back-off, without output: one call of user code always throws. */
        HOPELESS,
        /** Cancelled at some moment. */
        CANCELLED
    }

    static Chaos of(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Kind kind = switch (random.nextInt(10)) {
            case 0 -> Kind.HOPELESS;
            case 1 -> Kind.CANCELLED;
            default -> Kind.CURABLE;
        };
        Shape shape = BATCH[random.nextInt(BATCH.length)];
        List<Integer> kills = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            kills.add(1 + random.nextInt(TURNS));
        }
        int failures = kind == Kind.HOPELESS ? 0 : random.nextInt(4);
        return new Chaos(
                shape,
                kind,
                some(random, failures, shape.records() * (1 + failures)),
                some(random, random.nextInt(3), 14),
                kills,
                DELAYS[random.nextInt(DELAYS.length)],
                DELAYS[random.nextInt(DELAYS.length)],
                random.nextInt(3) * 3,
                1 + random.nextInt(2000),
                compaction(seed, 6),
                kind == Kind.CANCELLED ? random.nextInt(500) : -1);
    }

    /** For a job with checkpoints. */
    static Chaos streamed(long seed) {
        return streamed(seed, seed % 4 == 2 ? Shape.STREAMED_PIPELINES : Shape.STREAMED);
    }

    static Chaos streamed(long seed, Shape shape) {
        SplittableRandom random = new SplittableRandom(seed);
        Kind kind = random.nextInt(10) == 0 ? Kind.CANCELLED : Kind.CURABLE;
        List<Integer> kills = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            kills.add(1 + random.nextInt(STREAMED_TURNS));
        }
        int failures = random.nextInt(5);
        return new Chaos(
                shape,
                kind,
                some(random, failures, shape.records() * (1 + failures)),
                some(random, random.nextInt(3), 30),
                kills,
                DELAYS[random.nextInt(4)],
                DELAYS[random.nextInt(4)],
                random.nextInt(3) * 3,
                1 + random.nextInt(200),
                compaction(seed, 30),
                kind == Kind.CANCELLED ? random.nextInt(STREAMED_TURNS) : -1);
    }

    /** In three of four simulations; in every fourth the log only grows. */
    private static int compaction(long seed, int most) {
        SplittableRandom random = new SplittableRandom(~seed);
        return random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(most);
    }

    private static TreeSet<Integer> some(SplittableRandom random, int count, int limit) {
        TreeSet<Integer> chosen = new TreeSet<>();
        while (chosen.size() < count) {
            chosen.add(1 + random.nextInt(limit));
        }
        return chosen;
    }

    /** Failures that the back-off forgives: not one more than are made. */
    int restarts() {
        return kind == Kind.HOPELESS ? HOPELESS_RESTARTS : failures.size();
    }
}
