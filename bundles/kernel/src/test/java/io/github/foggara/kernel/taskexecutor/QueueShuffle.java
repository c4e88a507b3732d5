package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleMaster;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.types.RecordCodec;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** The simplest exchange that can work: one lock over all queues. Counts what is open, for leak checks. */
final class QueueShuffle implements ShuffleService {
    private static final Waker WAKES_NOBODY = new Waker() {
        @Override
        public boolean waiting() {
            return false;
        }

        @Override
        public void wake() {}
    };

    private final int capacity;
    private final int overshoot;
    private final Map<ResultPartitionId, Queues> partitions = new HashMap<>();
    int openEnvironments;
    int openPartitions;
    int openGates;
    int mostQueued;
    /** Steps that throw: "fail", "close", "close gate", "release", "close environment". */
    final Set<String> broken = ConcurrentHashMap.newKeySet();

    QueueShuffle(int capacity, int overshoot) {
        this.capacity = capacity;
        this.overshoot = overshoot;
    }

    @Override
    public Set<String> capabilities() {
        return Set.of();
    }

    @Override
    public OptionSet options() {
        return new OptionSet("shuffle queue", List.of());
    }

    @Override
    public ShuffleMaster createMaster(ShuffleContext context) {
        throw new UnsupportedOperationException();
    }

    @Override
    public synchronized ShuffleEnvironment createEnvironment(ShuffleContext context) {
        openEnvironments++;
        return new Environment();
    }

    private void step(String name) {
        if (broken.contains(name)) {
            throw new IllegalStateException(name + " throws");
        }
    }

    /** Partitions that were not released. */
    synchronized int known() {
        return partitions.size();
    }

    /** Records that its producer has written for its first reader. */
    synchronized long appended(ResultPartitionId id) {
        return queues(id).appended[0];
    }

    private Queues queues(ResultPartitionId id) {
        return partitions.computeIfAbsent(id, i -> new Queues());
    }

    /** What is between one producer and its consumers. */
    private static final class Queues {
        final List<ArrayDeque<Object>> queues = new ArrayList<>();
        final List<Waker> readers = new CopyOnWriteArrayList<>();
        long[] appended = new long[0];
        int acknowledged;
        volatile Waker writer;
        Throwable failure;

        void reach(int count) {
            while (queues.size() < count) {
                queues.add(new ArrayDeque<>());
                readers.add(WAKES_NOBODY);
            }
            appended = Arrays.copyOf(appended, Math.max(count, appended.length));
        }

        /** Never under the lock: in a simulation the woken thread may run at once. */
        void ring() {
            readers.forEach(Waker::wake);
        }
    }

    private final class Environment implements ShuffleEnvironment {
        @Override
        public ResultPartition createPartition(
                PartitionDescriptor partition, Supplier<RecordCodec<Object>> codecs, Waker owner) {
            synchronized (QueueShuffle.this) {
                openPartitions++;
                Queues queues = queues(partition.id());
                queues.reach(partition.subpartitions());
                queues.writer = owner;
                return new Partition(partition, queues);
            }
        }

        @Override
        public InputGate createGate(
                ExecutionAttemptId consumer,
                List<ChannelDescriptor> channels,
                Supplier<RecordCodec<Object>> codecs,
                Waker owner) {
            synchronized (QueueShuffle.this) {
                openGates++;
                for (ChannelDescriptor channel : channels) {
                    Queues queues = queues(channel.partition().id());
                    queues.reach(channel.subpartition() + 1);
                    queues.readers.set(channel.subpartition(), owner);
                }
                return new Gate(channels);
            }
        }

        @Override
        public void releasePartition(ResultPartitionId id) {
            synchronized (QueueShuffle.this) {
                partitions.remove(id);
            }
            step("release");
        }

        @Override
        public long bufferedBytes() {
            synchronized (QueueShuffle.this) {
                return partitions.size();
            }
        }

        @Override
        public void close() {
            synchronized (QueueShuffle.this) {
                openEnvironments--;
            }
            step("close environment");
        }
    }

    private final class Partition implements ResultPartition {
        private final PartitionDescriptor descriptor;
        private final Queues queues;
        private boolean closed;

        Partition(PartitionDescriptor descriptor, Queues queues) {
            this.descriptor = descriptor;
            this.queues = queues;
        }

        @Override
        public ResultPartitionId id() {
            return descriptor.id();
        }

        @Override
        public int subpartitions() {
            return descriptor.subpartitions();
        }

        @Override
        public void append(int subpartition, Object record, int bytes) {
            synchronized (QueueShuffle.this) {
                queues.queues.get(subpartition).add(record);
                queues.appended[subpartition]++;
                mostQueued =
                        Math.max(mostQueued, queues.queues.get(subpartition).size());
            }
        }

        @Override
        public void broadcast(ChannelEvent event) {
            synchronized (QueueShuffle.this) {
                queues.queues.forEach(queue -> queue.add(event));
            }
            queues.ring();
        }

        @Override
        public boolean hasRoom() {
            return below(capacity);
        }

        @Override
        public boolean overshot() {
            return !below(overshoot);
        }

        private boolean below(int limit) {
            synchronized (QueueShuffle.this) {
                return queues.queues.stream().allMatch(queue -> queue.size() < limit);
            }
        }

        @Override
        public void flush() {
            queues.ring();
        }

        @Override
        public long appended(int subpartition) {
            return queues.appended[subpartition];
        }

        @Override
        public boolean allDataProcessed() {
            synchronized (QueueShuffle.this) {
                return queues.acknowledged == descriptor.subpartitions();
            }
        }

        @Override
        public void fail(Throwable cause) {
            synchronized (QueueShuffle.this) {
                queues.failure = cause;
            }
            step("fail");
            queues.ring();
        }

        @Override
        public void close() {
            synchronized (QueueShuffle.this) {
                if (!closed) {
                    closed = true;
                    openPartitions--;
                }
            }
            step("close");
        }
    }

    private final class Gate implements InputGate {
        private final List<ChannelDescriptor> channels;
        private final BitSet blocked = new BitSet();
        private final long[] taken;
        private int turn;
        private boolean closed;

        Gate(List<ChannelDescriptor> channels) {
            this.channels = channels;
            this.taken = new long[channels.size()];
        }

        @Override
        public int channels() {
            return channels.size();
        }

        @Override
        public boolean poll(GateCursor cursor) {
            for (int i = 0; i < channels.size(); i++) {
                turn = (turn + 1) % channels.size();
                Queues queues = queues(turn);
                boolean found;
                synchronized (QueueShuffle.this) {
                    found = poll(turn, queues, cursor);
                }
                if (found) {
                    queues.writer.wake();
                    return true;
                }
            }
            return false;
        }

        private Queues queues(int channel) {
            synchronized (QueueShuffle.this) {
                return QueueShuffle.this.queues(
                        channels.get(channel).partition().id());
            }
        }

        private boolean poll(int index, Queues queues, GateCursor cursor) {
            ChannelDescriptor channel = channels.get(index);
            if (queues.failure != null) {
                throw new PartitionFailedException(channel.partition().id(), "producer failed", queues.failure);
            }
            ArrayDeque<Object> queue = queues.queues.get(channel.subpartition());
            if (queue.isEmpty() || blocked.get(index)) {
                return false;
            }
            if (queue.peek() instanceof ChannelEvent event) {
                queue.poll();
                cursor.event(index, event);
                return true;
            }
            List<Object> run = new ArrayList<>();
            while (!queue.isEmpty() && run.size() < 8 && !(queue.peek() instanceof ChannelEvent)) {
                run.add(queue.poll());
            }
            cursor.records(index, run.toArray(), 0, run.size(), taken[index]);
            taken[index] += run.size();
            return true;
        }

        @Override
        public void block(int channel) {
            blocked.set(channel);
        }

        @Override
        public void resume(int channel) {
            blocked.clear(channel);
        }

        @Override
        public void acknowledgeEndOfData(int channel) {
            Queues queues = queues(channel);
            synchronized (QueueShuffle.this) {
                queues.acknowledged++;
            }
            queues.writer.wake();
        }

        @Override
        public long position(int channel) {
            return taken[channel];
        }

        @Override
        public void close() {
            synchronized (QueueShuffle.this) {
                if (!closed) {
                    closed = true;
                    openGates--;
                }
            }
            step("close gate");
        }
    }
}
