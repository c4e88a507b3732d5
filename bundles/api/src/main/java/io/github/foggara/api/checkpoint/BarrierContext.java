package io.github.foggara.api.checkpoint;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent;
import org.osgi.annotation.versioning.ProviderType;

/** Purpose: what a barrier handler may do. Thread: task. */
@ProviderType
public interface BarrierContext {
    int channels();

    Configuration configuration();

    /** Clock. */
    EngineRuntime runtime();

    /** Highest id that was issued before this attempt was deployed: what is not higher is swallowed silently. */
    long floor();

    /** Nothing more is read from the channel until {@link #resume}. */
    void block(int channel);

    /** Idempotent; also for a channel that was not blocked, whose barrier was void. */
    void resume(int channel);

    /** Take the snapshot now and pass the barrier on, before anything else is read. */
    void snapshot(ChannelEvent.CheckpointBarrier barrier, long alignmentNanos);

    /** This checkpoint will not be: tell the coordinator and pass a cancel marker on. */
    void declined(long checkpoint, CheckpointDecline reason, String words);
}
