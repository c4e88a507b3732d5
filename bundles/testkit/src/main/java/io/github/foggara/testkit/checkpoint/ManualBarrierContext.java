package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.testkit.runtime.ManualRuntime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** A task's side of a barrier handler, that writes down what the handler does. */
public final class ManualBarrierContext implements BarrierContext {
    private final ManualRuntime runtime = new ManualRuntime();
    private final List<String> done = new ArrayList<>();
    private final BitSet blocked = new BitSet();
    private final BitSet resumed = new BitSet();
    private final int channels;
    private final long floor;
    private long alignmentNanos = -1;

    public ManualBarrierContext(int channels, long floor) {
        this.channels = channels;
        this.floor = floor;
    }

    @Override
    public int channels() {
        return channels;
    }

    @Override
    public Configuration configuration() {
        return Configuration.EMPTY;
    }

    @Override
    public ManualRuntime runtime() {
        return runtime;
    }

    @Override
    public long floor() {
        return floor;
    }

    @Override
    public void block(int channel) {
        blocked.set(channel);
    }

    @Override
    public void resume(int channel) {
        blocked.clear(channel);
        resumed.set(channel);
    }

    @Override
    public void snapshot(CheckpointBarrier barrier, long nanos) {
        done.add("snapshot " + barrier.id());
        alignmentNanos = nanos;
    }

    @Override
    public void declined(long checkpoint, CheckpointDecline reason, String words) {
        done.add("declined " + checkpoint + " " + reason);
    }

    /** Snapshots and declines since the last call, in order. */
    public List<String> takeDone() {
        List<String> taken = List.copyOf(done);
        done.clear();
        return taken;
    }

    /** Channels that are not to be read. */
    public List<Integer> blocked() {
        return blocked.stream().boxed().toList();
    }

    /** Whether the channel was resumed since the last call, blocked before or not. */
    public boolean takeResumed(int channel) {
        boolean was = resumed.get(channel);
        resumed.clear(channel);
        return was;
    }

    /** Of the last snapshot; -1 before the first. */
    public long alignmentNanos() {
        return alignmentNanos;
    }
}
