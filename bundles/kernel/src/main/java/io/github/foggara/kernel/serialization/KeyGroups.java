package io.github.foggara.kernel.serialization;

import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.KeyGrouping;

/**
 * Maps keys to key groups and groups to subtasks. The group of a key depends on its value and the maximum parallelism only:
 * it is the same in every JVM and for every parallelism, so state can move by whole groups.
 *
 * <p>Used by one thread; make one per encoding thread.
 */
public final class KeyGroups implements KeyGrouping {
    public static final int DEFAULT_MAX_PARALLELISM = 128;
    public static final int LARGEST_MAX_PARALLELISM = 1 << 15;

    private final KeyHasher hasher = new KeyHasher();
    private final int maxParallelism;
    private final int parallelism;

    /**
     * @param maxParallelism number of groups, 1 to {@value #LARGEST_MAX_PARALLELISM}
     * @param parallelism of the consumer, 1 to {@code maxParallelism}
     * @throws IllegalArgumentException if one is out of range
     */
    public KeyGroups(int maxParallelism, int parallelism) {
        if (maxParallelism < 1 || maxParallelism > LARGEST_MAX_PARALLELISM) {
            throw new IllegalArgumentException(
                    "The maximum parallelism must be 1 to " + LARGEST_MAX_PARALLELISM + ", not " + maxParallelism);
        }
        if (parallelism < 1 || parallelism > maxParallelism) {
            throw new IllegalArgumentException(
                    "The parallelism must be 1 to the maximum parallelism " + maxParallelism + ", not " + parallelism);
        }
        this.maxParallelism = maxParallelism;
        this.parallelism = parallelism;
    }

    /**
     * @throws IllegalArgumentException for null, and for a key whose hash would differ between JVMs or that has no value
     *     equality: arrays, objects without a hashCode of their own
     */
    @Override
    public int group(Object key) {
        return group(hasher.hash(key), maxParallelism);
    }

    /** Group of a {@code Long} key, without boxing it. */
    @Override
    public int group(long key) {
        return group(Long.hashCode(key), maxParallelism);
    }

    /** The consumer's subtask, from 0; as {@link #group(Object)}. */
    public int subtask(Object key) {
        return subtask(group(key), maxParallelism, parallelism);
    }

    public int subtask(long key) {
        return subtask(group(key), maxParallelism, parallelism);
    }

    /** Group of a stable hash, from 0. */
    public static int group(int hash, int maxParallelism) {
        return (int) ((mix(hash) & 0xFFFFFFFFL) * maxParallelism >>> 32);
    }

    /** Which subtask owns a group: contiguous ranges whose sizes differ by at most one. */
    public static int subtask(int group, int maxParallelism, int parallelism) {
        return (int) ((long) group * parallelism / maxParallelism);
    }

    /** First group of a subtask; that of {@code subtask + 1} is where its range ends. */
    public static int firstGroup(int subtask, int maxParallelism, int parallelism) {
        return (int) (((long) subtask * maxParallelism + parallelism - 1) / parallelism);
    }

    /** All groups of a subtask. */
    public static KeyGroupRange range(int subtask, int maxParallelism, int parallelism) {
        return new KeyGroupRange(
                firstGroup(subtask, maxParallelism, parallelism),
                firstGroup(subtask + 1, maxParallelism, parallelism) - 1);
    }

    /** Spreads close hashes over the whole range: xor-shift and multiply, twice (the finaliser of MurmurHash3). */
    static int mix(int hash) {
        int mixed = hash;
        mixed ^= mixed >>> 16;
        mixed *= 0x85EBCA6B;
        mixed ^= mixed >>> 13;
        mixed *= 0xC2B2AE35;
        return mixed ^ mixed >>> 16;
    }
}
