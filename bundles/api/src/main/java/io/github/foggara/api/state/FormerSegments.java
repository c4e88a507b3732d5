package io.github.foggara.api.state;

import java.util.List;

/**
 * What one former subtask held.
 *
 * @param types that it was written with
 * @param head untrusted
 * @param segments in the order of the snapshot. An operator that goes on with one puts this very object into its next snapshots: it is not
 *     written again where that can be avoided
 */
public record FormerSegments(StateTypes types, byte[] head, List<FormerSegment> segments) {
    public FormerSegments {
        segments = List.copyOf(segments);
    }
}
