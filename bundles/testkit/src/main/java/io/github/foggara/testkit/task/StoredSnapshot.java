package io.github.foggara.testkit.task;

import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.KeyGroupRange;
import java.util.List;

/**
 * What a checkpoint holds of one subtask.
 *
 * @param types table of the types it was written with
 * @param keyGroups of that subtask
 * @param given records that its input had given it: where the source goes on
 * @param emitted records that it had emitted
 */
public record StoredSnapshot(
        byte[] types, KeyGroupRange keyGroups, byte[] head, List<FormerSegment> segments, int given, int emitted) {
    /** With other bytes for its head. */
    public StoredSnapshot withHead(byte[] other) {
        return new StoredSnapshot(types, keyGroups, other, segments, given, emitted);
    }

    /** In bytes, head and segments. */
    public long length() {
        return head.length + segments.stream().mapToLong(FormerSegment::length).sum();
    }
}
