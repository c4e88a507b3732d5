package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Passes everything on. */
class DelegatingCheckpointContext implements CheckpointContext {
    private final CheckpointContext context;

    DelegatingCheckpointContext(CheckpointContext context) {
        this.context = context;
    }

    @Override
    public JobId job() {
        return context.job();
    }

    @Override
    public String jobName() {
        return context.jobName();
    }

    @Override
    public String fingerprint() {
        return context.fingerprint();
    }

    @Override
    public Configuration configuration() {
        return context.configuration();
    }

    @Override
    public EngineRuntime runtime() {
        return context.runtime();
    }

    @Override
    public StorageContext storage() {
        return context.storage();
    }

    @Override
    public List<Vertex> vertices() {
        return context.vertices();
    }

    @Override
    public List<Pointer> completed() {
        return context.completed();
    }

    @Override
    public long lastIssued() {
        return context.lastIssued();
    }

    @Override
    public EngineRuntime.Cancellable after(Duration delay, Runnable action) {
        return context.after(delay, action);
    }

    @Override
    public <T> void io(BlockingCall<T> action, IoAnswer<T> answer) {
        context.io(action, answer);
    }

    @Override
    public void issue(long checkpoint, Kind kind) {
        context.issue(checkpoint, kind);
    }

    @Override
    public void snapshotCoordinators(long checkpoint) {
        context.snapshotCoordinators(checkpoint);
    }

    @Override
    public void trigger(ExecutionAttemptId attempt, CheckpointBarrier barrier) {
        context.trigger(attempt, barrier);
    }

    @Override
    public void triggered(long checkpoint) {
        context.triggered(checkpoint);
    }

    @Override
    public void complete(CheckpointMetadata metadata, Pointer pointer, Summary summary) {
        context.complete(metadata, pointer, summary);
    }

    @Override
    public void aborted(long checkpoint, CheckpointDecline reason, String words, Summary summary, boolean tasksToo) {
        context.aborted(checkpoint, reason, words, summary, tasksToo);
    }

    @Override
    public void discarded(long checkpoint) {
        context.discarded(checkpoint);
    }

    @Override
    public void resting(Optional<String> why) {
        context.resting(why);
    }

    @Override
    public void intolerable(String words) {
        context.intolerable(words);
    }
}
