package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.testkit.shuffle.Bell;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;

/**
 * Producers and consumers on threads, as tasks are. Each channel carries records that {@code records} makes of their sequence numbers; consumers
 * check that exactly those come, in order, each once.
 */
final class Traffic {
    private static final int JOIN_MILLIS = 60_000;

    /** So many records have come. */
    private record Milestone(long count, CountDownLatch passed) {
        Milestone(long count) {
            this(count, new CountDownLatch(1));
        }
    }

    private final Pair pair;
    private final LongFunction<Object> records;
    private final int bytes;
    private final LiveRuntime runtime = new LiveRuntime();
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
    final AtomicLong received = new AtomicLong();
    private volatile Milestone milestone = new Milestone(Long.MAX_VALUE);
    private volatile long allowed = Long.MAX_VALUE;

    /**
     * @param bytes estimated size of a record
     */
    Traffic(Pair pair, int bytes, LongFunction<Object> records) {
        this.pair = pair;
        this.bytes = bytes;
        this.records = records;
    }

    static Traffic ofNumbers(Pair pair) {
        return new Traffic(pair, 16, number -> number);
    }

    private void start(String name, Runnable body) {
        Thread thread = runtime.newThread(name, null, () -> {
            try {
                body.run();
            } catch (RuntimeException | AssertionError e) {
                failures.add(e);
                milestone.passed.countDown();
            }
        });
        threads.add(thread);
        thread.start();
    }

    /** Starts a producer that sends so many records to each of its consumers. */
    void produce(int producer, int consumers, long each) {
        start("producer-" + producer, () -> {
            Bell bell = new Bell(runtime.newParker());
            ResultPartition partition = pair.partition(producer, consumers, bell);
            for (long number = 0; number < each; number++) {
                if (number >= allowed) {
                    partition.flush();
                    awaitAllowed(number);
                }
                Object record = records.apply(number);
                for (int consumer = 0; consumer < consumers; consumer++) {
                    while (!partition.hasRoom()) {
                        partition.flush();
                        bell.await(partition::hasRoom);
                    }
                    partition.append(consumer, record, bytes);
                }
            }
            partition.broadcast(new EndOfData(true));
            while (!partition.allDataProcessed()) {
                bell.await(partition::allDataProcessed);
            }
            partition.broadcast(new EndOfPartition());
            partition.close();
        });
    }

    /** Producers go on, and stop before the record of that number. */
    synchronized void allow(long number) {
        allowed = number;
        notifyAll();
    }

    private synchronized void awaitAllowed(long number) {
        try {
            while (number >= allowed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Returns when so many records have come. */
    void await(long count) {
        Milestone next = new Milestone(count);
        milestone = next;
        if (received.get() < count && failures.isEmpty()) {
            Pair.await(next.passed);
        }
        assertThat(failures).as("failures").isEmpty();
    }

    /** Starts a consumer that reads to the end. */
    void consume(int consumer, int producers) {
        start("consumer-" + consumer, () -> {
            Bell bell = new Bell(runtime.newParker());
            try (InputGate gate = pair.gate(consumer, 0, producers, bell)) {
                read(gate, bell, producers);
            }
        });
    }

    private void read(InputGate gate, Bell bell, int channels) {
        GateCursor cursor = new GateCursor();
        long[] next = new long[channels];
        int open = channels;
        while (open > 0) {
            while (!gate.poll(cursor)) {
                bell.await(() -> gate.poll(cursor));
                if (!cursor.exhausted()) {
                    break;
                }
            }
            int channel = cursor.channel();
            while (cursor.hasRecord()) {
                long number = next[channel]++;
                if (cursor.sequence() != number || !Objects.deepEquals(cursor.take(), records.apply(number))) {
                    throw new AssertionError("Record " + number + " of channel " + channel + " is not what was sent");
                }
                if (received.incrementAndGet() == milestone.count) {
                    milestone.passed.countDown();
                }
            }
            ChannelEvent event = cursor.takeEvent();
            if (event instanceof EndOfData) {
                gate.acknowledgeEndOfData(channel);
            } else if (event instanceof EndOfPartition) {
                open--;
            }
        }
    }

    boolean running() {
        return threads.stream().anyMatch(Thread::isAlive);
    }

    /** Waits for all, and checks that they received so many. */
    void finish(long expected) {
        for (Thread thread : threads) {
            try {
                thread.join(JOIN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            assertThat(failures).as("failures").isEmpty();
            assertThat(thread.isAlive()).as(thread.getName() + " still runs").isFalse();
        }
        assertThat(received.get()).isEqualTo(expected);
        pair.quiesce();
        assertThat(pair.producers.bufferedBytes()).as("bytes left at producers").isZero();
        assertThat(pair.consumers.bufferedBytes()).as("bytes left at consumers").isZero();
    }
}
