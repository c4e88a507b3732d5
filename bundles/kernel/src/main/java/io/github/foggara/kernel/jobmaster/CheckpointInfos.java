package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointContext.Summary;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.kernel.jobmaster.state.Checkpoints;
import io.github.foggara.kernel.jobmaster.state.JobState;
import java.util.List;
import java.util.Optional;

/** Checkpoints as users see them. */
final class CheckpointInfos {
    private CheckpointInfos() {}

    /** The newest last. */
    static List<CheckpointInfo> of(JobState state) {
        return state.checkpoints().history().stream().map(CheckpointInfos::info).toList();
    }

    private static CheckpointInfo info(Checkpoints.Ended ended) {
        Summary summary = ended.summary();
        return new CheckpointInfo(
                ended.id(),
                summary.kind().name(),
                summary.triggeredMillis(),
                summary.durationMillis(),
                summary.bytes(),
                summary.alignmentMillis(),
                summary.pauseMillis(),
                summary.slowest(),
                ended.pointer().map(Pointer::pointer),
                ended.failure());
    }

    /** Of one that was found, not taken. */
    static Summary unknown(Pointer pointer) {
        return new Summary(pointer.timestampMillis(), pointer.kind(), 0, pointer.bytes(), 0, 0, Optional.empty());
    }
}
