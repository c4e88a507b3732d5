package io.github.foggara.testkit.shuffle;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ResultPartition;
import java.util.List;

/** The producer's side of the reference. */
final class InMemoryResultPartition implements ResultPartition {
    private final ResultPartitionId id;
    private final InMemoryShuffleEnvironment environment;
    private final InMemoryShuffleService limits;
    private final Waker owner;
    private final List<InMemoryChannel> channels;
    private final long[] flushed;
    private boolean closed;

    InMemoryResultPartition(
            ResultPartitionId id,
            InMemoryShuffleEnvironment environment,
            InMemoryShuffleService limits,
            Waker owner,
            List<InMemoryChannel> channels) {
        this.id = id;
        this.environment = environment;
        this.limits = limits;
        this.owner = owner;
        this.channels = channels;
        this.flushed = new long[channels.size()];
    }

    @Override
    public ResultPartitionId id() {
        return id;
    }

    @Override
    public int subpartitions() {
        return channels.size();
    }

    @Override
    public void append(int subpartition, Object record, int bytes) {
        synchronized (environment) {
            checkOpen();
            if (!environment.knows(this)) {
                return;
            }
            channels.get(subpartition).append(record, bytes);
        }
        if (!hasRoom()) {
            flush();
        }
    }

    @Override
    public void broadcast(ChannelEvent event) {
        synchronized (environment) {
            checkOpen();
            channels.forEach(channel -> channel.append(event));
        }
        for (InMemoryChannel channel : channels) {
            environment.ringReader(channel);
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("Partition " + id + " is closed: nothing can be appended");
        }
    }

    @Override
    public boolean hasRoom() {
        synchronized (environment) {
            return channels.stream()
                    .allMatch(channel -> channel.records < limits.maxRecords() && channel.bytes < limits.maxBytes());
        }
    }

    @Override
    public boolean overshot() {
        synchronized (environment) {
            return channels.stream().anyMatch(channel -> channel.bytes > limits.maxBytes() + limits.overshootBytes());
        }
    }

    @Override
    public void flush() {
        for (int i = 0; i < flushed.length; i++) {
            InMemoryChannel channel = channels.get(i);
            long now;
            synchronized (environment) {
                now = channel.appended;
            }
            if (now != flushed[i]) {
                flushed[i] = now;
                environment.ringReader(channel);
            }
        }
    }

    @Override
    public long appended(int subpartition) {
        synchronized (environment) {
            return channels.get(subpartition).appended;
        }
    }

    @Override
    public boolean allDataProcessed() {
        synchronized (environment) {
            return channels.stream().allMatch(channel -> channel.dataProcessed);
        }
    }

    @Override
    public void fail(Throwable cause) {
        environment.fail(channels, "The producer of partition " + id + " failed: " + cause, cause);
    }

    @Override
    public void close() {
        synchronized (environment) {
            closed = true;
        }
        flush();
    }

    /** Any thread, without the lock. */
    void ring() {
        if (owner.waiting()) {
            owner.wake();
        }
    }
}
