package io.github.foggara.recovery.failover;

/**
 * A number that looks random from a seed. Neighbouring seeds give unrelated numbers, which {@code java.util.Random} does not
 * promise for its first one, and the number for a seed is the same on every Java.
 */
final class Jitter {
    private static final double UNIT = 0x1p-52;

    private Jitter() {}

    /** From -1 (included) to 1 (excluded), evenly spread. */
    static double of(long seed) {
        // The output function of SplitMix64 (Steele, Lea, Flood 2014), with the constants of Stafford's variant 13.
        long mixed = seed + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        mixed = mixed ^ (mixed >>> 31);
        return (mixed >>> 11) * UNIT - 1;
    }
}
