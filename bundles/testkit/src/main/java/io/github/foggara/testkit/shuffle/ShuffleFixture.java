package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.Configuration;
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

    protected ShuffleEnvironment environment;
    protected ShuffleMaster master;
    protected final Bell producerBell = new Bell();
    protected final Bell consumerBell = new Bell();

    /** A new service. */
    protected abstract ShuffleService service();

    /** Limits below {@link #ROOM_RECORDS} and {@link #ROOM_BYTES}, an overshoot limit below {@link #ROOM_BYTES}. */
    protected abstract Configuration smallLimits();

    @BeforeEach
    void createEnvironment() {
        ShuffleService service = service();
        ShuffleContext context = new ShuffleContext(smallLimits(), new ManualRuntime());
        environment = service.createEnvironment(context);
        master = service.createMaster(context);
    }

    @AfterEach
    void closeEnvironment() {
        environment.close();
        master.close();
    }

    protected ResultPartitionId partitionId(int producer) {
        return new ResultPartitionId(new ExecutionAttemptId(job, 0, producer, 0), 0);
    }

    protected ResultPartition partition(int producer, int subpartitions) {
        return environment.createPartition(new PartitionDescriptor(partitionId(producer), subpartitions), producerBell);
    }

    /** A gate of subtask {@code subtask} that reads that subpartition of the first {@code producers} partitions. */
    protected InputGate gate(int subtask, int attempt, int producers) {
        return gate(subtask, attempt, producers, consumerBell);
    }

    protected InputGate gate(int subtask, int attempt, int producers, Bell bell) {
        List<ChannelDescriptor> channels = new ArrayList<>();
        for (int i = 0; i < producers; i++) {
            ShuffleDescriptor descriptor =
                    master.registerPartition(new PartitionDescriptor(partitionId(i), subtask + 1));
            channels.add(new ChannelDescriptor(0, descriptor, subtask));
        }
        return environment.createGate(new ExecutionAttemptId(job, 1, subtask, attempt), channels, bell);
    }

    protected static void append(ResultPartition partition, int subpartition, long from, long to) {
        for (long i = from; i < to; i++) {
            partition.append(subpartition, i, 10);
        }
    }

    /** All that is there now: records as they are, events as {@link ChannelEvent}. Checks positions on the way. */
    protected static List<Object> drain(InputGate gate) {
        return take(gate, Integer.MAX_VALUE);
    }

    /** Polls so many times, or until nothing is there. */
    protected static List<Object> take(InputGate gate, int polls) {
        List<Object> all = new ArrayList<>();
        GateCursor cursor = new GateCursor();
        for (int i = 0; i < polls && gate.poll(cursor); i++) {
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

    protected static List<Object> numbers(long from, long to) {
        List<Object> all = new ArrayList<>();
        for (long i = from; i < to; i++) {
            all.add(i);
        }
        return all;
    }

    /** Appends until there is no room. @return how many records */
    protected static int fill(ResultPartition partition, int bytes) {
        int count = 0;
        while (partition.hasRoom()) {
            partition.append(0, (long) count++, bytes);
            assertThat(count).as("records without back-pressure").isLessThanOrEqualTo(ROOM_RECORDS);
        }
        return count;
    }
}
