package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleMaster;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Producers and consumers as tasks are: they ask for room before each record, flush before they wait, wait by their bells, and
 * end by EndOfData, acknowledgement and EndOfPartition. Runs on real threads or in a simulation.
 */
final class ExchangeScenario {
    private final ShuffleMaster master;
    private final EngineRuntime runtime;
    private final ShuffleEnvironment environment;
    private final ShuffleEnvironment consumers;
    private final long seed;
    private final JobId job = new JobId(3, 4);
    private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger running = new AtomicInteger();
    private final AtomicInteger received = new AtomicInteger();
    private int expected;

    ExchangeScenario(ShuffleFixture contract, EngineRuntime runtime, long seed) {
        this.runtime = runtime;
        this.seed = seed;
        this.environment = contract.service().createEnvironment(contract.context(runtime));
        this.consumers =
                contract.apart() ? contract.service().createEnvironment(contract.context(runtime)) : environment;
        this.master = contract.service().createMaster(contract.context(runtime));
    }

    /** Starts the tasks in an order that depends on the seed. */
    List<Thread> start(int producers, int readers, int records) {
        expected = producers * records;
        running.set(producers + readers);
        List<Thread> threads = new ArrayList<>();
        IntStream.range(0, producers)
                .forEach(i -> threads.add(
                        runtime.newThread("producer-" + i, null, task(() -> produce(i, readers, records)))));
        IntStream.range(0, readers)
                .forEach(i -> threads.add(runtime.newThread("consumer-" + i, null, task(() -> consume(i, producers)))));
        Collections.shuffle(threads, new Random(seed));
        threads.forEach(Thread::start);
        return threads;
    }

    boolean finished() {
        return running.get() == 0;
    }

    /**
     * @param settle lets acknowledgements arrive
     */
    void check(Runnable settle) {
        assertThat(failures).as("seed " + seed).isEmpty();
        assertThat(received.get()).as("records, seed " + seed).isEqualTo(expected);
        settle.run();
        assertThat(environment.bufferedBytes()).as("bytes left, seed " + seed).isZero();
        consumers.close();
        environment.close();
        master.close();
    }

    /** The last acknowledgement may still be on its way between two environments. */
    void awaitNothingBuffered(int seconds) {
        long deadline = System.nanoTime() + seconds * 500_000_000L;
        while (consumers != environment && environment.bufferedBytes() > 0 && System.nanoTime() < deadline) {
            Thread.yield();
        }
    }

    private Runnable task(Runnable body) {
        return () -> {
            try {
                body.run();
            } catch (AssertionError | RuntimeException e) {
                failures.add(e);
            } finally {
                running.decrementAndGet();
            }
        };
    }

    private PartitionDescriptor descriptor(int producer, int readers) {
        return new PartitionDescriptor(new ResultPartitionId(new ExecutionAttemptId(job, 0, producer, 0), 0), readers);
    }

    private void produce(int index, int readers, int records) {
        Random random = new Random(seed * 31 + index);
        Bell bell = new Bell(runtime.newParker());
        ResultPartition partition = environment.createPartition(descriptor(index, readers), TestCodec::new, bell);
        for (long i = 0; i < records; i++) {
            while (random.nextInt(4) == 0 || !partition.hasRoom()) {
                partition.flush();
                bell.await(partition::hasRoom);
            }
            partition.append(random.nextInt(readers), i, 1 + random.nextInt(random.nextInt(50) == 0 ? 5_000 : 50));
            runtime.yieldPoint();
            if (random.nextInt(100) == 0) {
                partition.flush();
            }
        }
        partition.broadcast(new EndOfData(true));
        while (!partition.allDataProcessed()) {
            bell.await(partition::allDataProcessed);
        }
        partition.broadcast(new EndOfPartition());
        partition.close();
    }

    private void consume(int index, int producers) {
        Bell bell = new Bell(runtime.newParker());
        List<ChannelDescriptor> channels = new ArrayList<>();
        byte[] location = consumers == environment ? new byte[0] : environment.location();
        for (int i = 0; i < producers; i++) {
            ShuffleDescriptor from = master.registerPartition(descriptor(i, 1), location);
            channels.add(new ChannelDescriptor(0, from, index));
        }
        try (InputGate gate =
                consumers.createGate(new ExecutionAttemptId(job, 1, index, 0), channels, TestCodec::new, bell)) {
            GateCursor cursor = new GateCursor();
            long[] last = new long[producers];
            Arrays.fill(last, -1);
            int open = producers;
            while (open > 0 && !Thread.currentThread().isInterrupted()) {
                if (!gate.poll(cursor)) {
                    bell.await(() -> gate.poll(cursor));
                }
                runtime.yieldPoint();
                readRecords(cursor, last);
                ChannelEvent event = cursor.takeEvent();
                if (event instanceof EndOfData) {
                    gate.acknowledgeEndOfData(cursor.channel());
                } else if (event instanceof EndOfPartition) {
                    open--;
                }
            }
        }
    }

    private void readRecords(GateCursor cursor, long[] last) {
        while (cursor.hasRecord()) {
            long value = (Long) cursor.take();
            if (value <= last[cursor.channel()]) {
                throw new AssertionError(value + " came after " + last[cursor.channel()]);
            }
            last[cursor.channel()] = value;
            received.incrementAndGet();
        }
    }
}
