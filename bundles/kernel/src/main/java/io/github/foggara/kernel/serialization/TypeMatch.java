package io.github.foggara.kernel.serialization;

/**
 * What stands now for a type that a snapshot was written with.
 *
 * @param row as it was written
 * @param entry class of now under the id of then; null if it is refused
 * @param slots for a record that has changed: where each component of then belongs now, -1 for one that was removed; else null
 * @param constants for an enum that has changed: the constants of now in the order of then; else null
 * @param refusal why values cannot be restored and what to do, to stand behind the name of the state; null if they can
 */
record TypeMatch(TypeRow row, TypeEntry entry, int[] slots, Object[] constants, String refusal) {
    static TypeMatch same(TypeRow row, TypeEntry now) {
        return new TypeMatch(row, moved(row, now), null, null, null);
    }

    static TypeMatch record(TypeRow row, TypeEntry now, int[] slots) {
        return new TypeMatch(row, moved(row, now), slots, null, null);
    }

    static TypeMatch enumeration(TypeRow row, TypeEntry now, Object[] constants) {
        return new TypeMatch(row, moved(row, now), null, constants, null);
    }

    static TypeMatch refused(TypeRow row, String refusal) {
        return new TypeMatch(row, null, null, null, refusal);
    }

    /** Whether the ordinary codec reads it. */
    boolean unchanged() {
        return slots == null && constants == null && refusal == null;
    }

    private static TypeEntry moved(TypeRow row, TypeEntry now) {
        return new TypeEntry(row.id(), now.type(), now.kind(), now.version(), now.components());
    }
}
