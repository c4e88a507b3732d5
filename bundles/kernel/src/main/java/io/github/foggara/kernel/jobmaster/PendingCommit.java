package io.github.foggara.kernel.jobmaster;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The decision that a run publishes its output, as it is recorded before anything is published. Immutable; nobody
 * changes the bytes.
 *
 * @param fingerprint of the topology that made the committables
 * @param committables of the attempts that finished, by uid of the sink
 */
public record PendingCommit(String fingerprint, Map<String, List<byte[]>> committables) {
    /** Most bytes of committables that a run may have: they are rewritten with each change of its record. */
    public static final long LIMIT = 16L << 20;

    public PendingCommit {
        Map<String, List<byte[]>> copy = new TreeMap<>();
        committables.forEach((uid, list) -> copy.put(uid, List.copyOf(list)));
        committables = Collections.unmodifiableMap(copy);
    }

    /** All committables together. */
    public long bytes() {
        return committables.values().stream()
                .flatMap(List::stream)
                .mapToLong(b -> b.length)
                .sum();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PendingCommit that
                && fingerprint.equals(that.fingerprint)
                && committables.keySet().equals(that.committables.keySet())
                && committables.keySet().stream().allMatch(uid -> same(uid, that));
    }

    private boolean same(String uid, PendingCommit that) {
        return Arrays.deepEquals(
                committables.get(uid).toArray(), that.committables.get(uid).toArray());
    }

    @Override
    public int hashCode() {
        return fingerprint.hashCode() + committables.keySet().hashCode();
    }

    /** Without the bytes. */
    @Override
    public String toString() {
        return "PendingCommit[" + bytes() + " bytes of " + committables.keySet() + "]";
    }
}
