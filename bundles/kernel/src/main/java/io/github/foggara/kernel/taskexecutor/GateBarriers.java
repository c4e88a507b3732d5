package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskRestore;

/** What the barrier handler of one task sees and moves. Task thread. */
record GateBarriers(
        InputGate gate, TaskDeployment deployment, EngineRuntime runtime, Taking taking, Declining declining)
        implements BarrierContext {
    /** Takes a snapshot. */
    @FunctionalInterface
    interface Taking {
        void take(CheckpointBarrier barrier, long alignmentNanos);
    }

    /** Takes none. */
    @FunctionalInterface
    interface Declining {
        void decline(long checkpoint, CheckpointDecline reason, String words);
    }

    @Override
    public int channels() {
        return gate.channels();
    }

    @Override
    public Configuration configuration() {
        return deployment.configuration();
    }

    @Override
    public long floor() {
        return deployment.restore().map(TaskRestore::floor).orElse(0L);
    }

    @Override
    public void block(int channel) {
        gate.block(channel);
    }

    @Override
    public void resume(int channel) {
        gate.resume(channel);
    }

    @Override
    public void snapshot(CheckpointBarrier barrier, long alignmentNanos) {
        taking.take(barrier, alignmentNanos);
    }

    @Override
    public void declined(long checkpoint, CheckpointDecline reason, String words) {
        declining.decline(checkpoint, reason, words);
    }
}
