package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.testkit.runtime.ManualRuntime;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Everything a {@code ShuffleService} promises; the parts are in the superclasses, here are those with several threads. A
 * plugin's suite:
 *
 * <pre>{@code
 * class NettyShuffleServiceTest extends ShuffleServiceContract {
 *     protected ShuffleService service() { return new NettyShuffleService(); }
 *     protected Configuration smallLimits() { return new Configuration(Map.of(...)); }
 * }
 * }</pre>
 */
public abstract class ShuffleServiceContract extends EndingContract {
    private static final int THREAD_SECONDS = 60;

    @Test
    void optionsHaveDistinctKeysAndTheirDefaultsAreAccepted() {
        List<String> keys = new ArrayList<>();
        for (Option<?> option : service().options().options()) {
            keys.add(option.key());
            assertThat(option.description()).as(option.key()).isNotBlank();
            assertAccepted(option);
        }
        assertThat(keys).doesNotHaveDuplicates();
        assertThat(service().capabilities()).isNotNull();
    }

    private static <T> void assertAccepted(Option<T> option) {
        assertThat(option.fallback() == null || option.accepts().test(option.fallback()))
                .as(option.key())
                .isTrue();
    }

    @Test
    @Timeout(THREAD_SECONDS)
    void nothingIsLostOrDoubledBetweenThreads() {
        SimulatedRuntime.seeds(6).forEach(seed -> {
            EngineRuntime runtime = new ManualRuntime();
            ExchangeScenario scenario = new ExchangeScenario(this, runtime, seed);
            List<Thread> threads = scenario.start(3, 3, 20_000);
            threads.forEach(ShuffleServiceContract::join);
            scenario.check();
        });
    }

    @Test
    @Timeout(THREAD_SECONDS)
    void nothingIsLostOrDoubledInAnySchedule() {
        SimulatedRuntime.explore(60, runtime -> {
            ExchangeScenario scenario = new ExchangeScenario(this, runtime, runtime.seed());
            scenario.start(2, 2, 400);
            runtime.await("all tasks", scenario::finished);
            scenario.check();
        });
    }

    /** Readers take the channel from one another while it is written: the runs they got must join without gap or overlap. */
    @Test
    @Timeout(THREAD_SECONDS)
    void concurrentAttemptsShareTheRecordsExactly() {
        SimulatedRuntime.seeds(10).forEach(seed -> {
            int producer = Math.toIntExact(seed);
            ResultPartition partition = partition(producer, 1);
            Random random = new Random(seed);
            int total = 10_000;
            ConcurrentSkipListMap<Long, Integer> runs = new ConcurrentSkipListMap<>();
            AtomicInteger claimed = new AtomicInteger();
            List<Thread> readers = new ArrayList<>();
            Thread writer = new Thread(() -> write(partition, total), "writer");
            writer.start();
            for (int attempt = 0; claimed.get() < total; attempt++) {
                InputGate gate = gateOf(producer, attempt);
                Thread reader = new Thread(() -> readUntilFenced(gate, runs, claimed, total), "reader-" + attempt);
                readers.add(reader);
                reader.start();
                int until = Math.min(total, claimed.get() + random.nextInt(1_000));
                while (claimed.get() < until) {
                    Thread.yield();
                }
            }
            join(writer);
            gateOf(producer, Integer.MAX_VALUE).close();
            readers.forEach(ShuffleServiceContract::join);
            assertJoined(runs, total);
        });
    }

    private InputGate gateOf(int producer, int attempt) {
        return environment.createGate(
                new ExecutionAttemptId(partitionId(0).producer().job(), 1, 0, attempt),
                List.of(new ChannelDescriptor(
                        0, master.registerPartition(new PartitionDescriptor(partitionId(producer), 1)), 0)),
                new Bell());
    }

    private static void write(ResultPartition partition, int total) {
        for (long i = 0; i < total; i++) {
            while (!partition.hasRoom()) {
                Thread.yield();
            }
            partition.append(0, i, 10);
        }
        partition.broadcast(new EndOfPartition());
        partition.close();
    }

    /** Notes each run by its first record, which is also its sequence number. */
    private static void readUntilFenced(
            InputGate gate, ConcurrentSkipListMap<Long, Integer> runs, AtomicInteger claimed, int total) {
        GateCursor cursor = new GateCursor();
        try {
            while (claimed.get() < total) {
                if (!gate.poll(cursor) || !cursor.hasRecord()) {
                    cursor.takeEvent();
                    Thread.yield();
                    continue;
                }
                int size = cursor.remaining();
                long first = cursor.sequence();
                boolean inOrder = true;
                for (int i = 0; i < size; i++) {
                    inOrder &= cursor.take().equals(first + i);
                }
                runs.merge(first, inOrder ? size : -1, (a, b) -> -1);
                claimed.addAndGet(size);
            }
        } catch (StaleConsumerException e) {
            return;
        } finally {
            gate.close();
        }
    }

    private static void assertJoined(ConcurrentSkipListMap<Long, Integer> runs, int total) {
        long next = 0;
        for (var run : runs.entrySet()) {
            assertThat(run.getKey()).as("first record of a run").isEqualTo(next);
            assertThat(run.getValue()).as("records at " + next).isPositive();
            next += run.getValue();
        }
        assertThat(next).isEqualTo(total);
    }

    static void join(Thread thread) {
        try {
            thread.join(THREAD_SECONDS * 1_000L / 2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            thread.interrupt();
            throw new AssertionError(
                    "Thread " + thread.getName() + " does not end: a wake was lost, or a channel is stuck");
        }
    }

    /** A context for an environment of its own on another runtime. */
    ShuffleContext context(EngineRuntime runtime) {
        Configuration limits = smallLimits();
        return new ShuffleContext(limits, runtime);
    }
}
