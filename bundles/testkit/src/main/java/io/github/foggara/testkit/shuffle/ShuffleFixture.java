package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleMaster;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.testkit.runtime.ManualRuntime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the parts of the contract share: one environment per test, ids, and reading to the end. */
public abstract class ShuffleFixture {
    /** Under {@link #smallLimits()} a partition nobody reads must have no room with so many records of one byte. */
    protected static final int ROOM_RECORDS = 1_000;
    /** Under {@link #smallLimits()} a partition nobody reads must have no room with so many bytes. */
    protected static final int ROOM_BYTES = 256 * 1024;

    private final JobId job = new JobId(1, 2);
    private final List<ResultPartition> partitions = new ArrayList<>();

    /** Where producers run. */
    protected ShuffleEnvironment environment;
    /** Where consumers run: there, too, unless they are {@link #apart}. */
    protected ShuffleEnvironment consumers;
    protected ShuffleMaster master;
    protected final Bell producerBell = new Bell();
    protected final Bell consumerBell = new Bell();

    /** A new service. */
    protected abstract ShuffleService service();

    /** Limits below {@link #ROOM_RECORDS} and {@link #ROOM_BYTES}, an overshoot limit below {@link #ROOM_BYTES}. */
    protected abstract Configuration smallLimits();

    /** Whether consumers run in an environment of their own, as in another process. */
    protected boolean apart() {
        return false;
    }

    /** Returns when everything that was flushed, read, attached or failed has come where it goes. Called only if they are apart. */
    protected void quiesce() {}

    /** What environments of the contract are made with. */
    protected ShuffleContext context(EngineRuntime runtime) {
        return new ShuffleContext(smallLimits(), runtime);
    }

    @BeforeEach
    void createEnvironment() {
        ShuffleService service = service();
        ShuffleContext context = context(new ManualRuntime());
        environment = service.createEnvironment(context);
        consumers = apart() ? service.createEnvironment(context) : environment;
        partitions.clear();
        master = service.createMaster(context);
    }

    @AfterEach
    void closeEnvironment() {
        consumers.close();
        environment.close();
        master.close();
    }

    /** Lets everything come where it goes. Between two environments that includes the flush which a task would make. */
    protected void settle() {
        if (apart()) {
            partitions.forEach(ResultPartition::flush);
            quiesce();
        }
    }

    /** Fewer where each round waits for answers. */
    protected int rounds(int together) {
        return apart() ? together / 10 : together;
    }

    protected int rings(Bell bell) {
        settle();
        return bell.rings();
    }

    protected boolean hasRoom(ResultPartition partition) {
        settle();
        return partition.hasRoom();
    }

    protected boolean allDataProcessed(ResultPartition partition) {
        settle();
        return partition.allDataProcessed();
    }

    /** All queues together hold records of that estimated size; as bytes for the wire they have another. */
    protected void assertBuffered(long estimated) {
        settle();
        if (apart() && estimated > 0) {
            assertThat(environment.bufferedBytes()).isPositive();
        } else {
            assertThat(environment.bufferedBytes()).isEqualTo(estimated);
        }
    }

    /** That attempt gets no record: it is refused when it attaches, or when it polls. */
    protected void assertRefused(int subtask, int attempt, int producers) {
        assertThatThrownBy(() -> {
                    InputGate gate = gate(subtask, attempt, producers);
                    try (gate) {
                        drain(gate);
                    }
                })
                .isInstanceOf(StaleConsumerException.class);
    }

    protected ResultPartitionId partitionId(int producer) {
        return new ResultPartitionId(new ExecutionAttemptId(job, 0, producer, 0), 0);
    }

    protected ResultPartition partition(int producer, int subpartitions) {
        ResultPartition made = environment.createPartition(
                new PartitionDescriptor(partitionId(producer), subpartitions), TestCodec::new, producerBell);
        partitions.add(made);
        return made;
    }

    /** A gate of subtask {@code subtask} that reads that subpartition of the first {@code producers} partitions. */
    protected InputGate gate(int subtask, int attempt, int producers) {
        return gate(subtask, attempt, producers, consumerBell);
    }

    protected InputGate gate(int subtask, int attempt, int producers, Bell bell) {
        List<ChannelDescriptor> channels = new ArrayList<>();
        for (int i = 0; i < producers; i++) {
            channels.add(new ChannelDescriptor(0, descriptor(i, subtask + 1), subtask));
        }
        InputGate gate = consumers.createGate(
                new ExecutionAttemptId(job, 1, subtask, attempt), channels, TestCodec::new, bell);
        settle();
        return gate;
    }

    /** Where that producer's partition is. */
    protected ShuffleDescriptor descriptor(int producer, int subpartitions) {
        byte[] location = apart() ? environment.location() : new byte[0];
        return master.registerPartition(new PartitionDescriptor(partitionId(producer), subpartitions), location);
    }

    protected static void append(ResultPartition partition, int subpartition, long from, long to) {
        for (long i = from; i < to; i++) {
            partition.append(subpartition, i, 10);
        }
    }

    /** All that is there now: records as they are, events as {@link ChannelEvent}. Checks positions on the way. */
    protected List<Object> drain(InputGate gate) {
        return take(gate, Integer.MAX_VALUE);
    }

    /** Polls so many times, or until nothing is there. */
    protected List<Object> take(InputGate gate, int polls) {
        List<Object> all = new ArrayList<>();
        GateCursor cursor = new GateCursor();
        settle();
        for (int i = 0; i < polls && poll(gate, cursor); i++) {
            int channel = cursor.channel();
            long after = gate.position(channel);
            if (cursor.hasRecord()) {
                assertThat(cursor.sequence() + cursor.remaining()).isEqualTo(after);
            }
            while (cursor.hasRecord()) {
                all.add(cursor.take());
            }
            ChannelEvent event = cursor.takeEvent();
            if (event != null) {
                all.add(event);
            }
        }
        return all;
    }

    private boolean poll(InputGate gate, GateCursor cursor) {
        if (gate.poll(cursor)) {
            return true;
        }
        // What was read may have made room for more to come.
        settle();
        return apart() && gate.poll(cursor);
    }

    protected static List<Object> numbers(long from, long to) {
        List<Object> all = new ArrayList<>();
        for (long i = from; i < to; i++) {
            all.add(i);
        }
        return all;
    }

    /** Appends until there is no room. @return how many records */
    protected int fill(ResultPartition partition, int bytes) {
        int count = 0;
        while (partition.hasRoom() || apart() && hasRoom(partition)) {
            partition.append(0, (long) count++, bytes);
            assertThat(count).as("records without back-pressure").isLessThanOrEqualTo(ROOM_RECORDS);
        }
        return count;
    }
}
