package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Attempts that take a channel from one another on real threads: the runs they got must join without gap or overlap. */
public abstract class RaceContract extends EndingContract {
    static final int THREAD_SECONDS = 60;

    /** Readers take the channel from one another while it is written: the runs they got must join without gap or overlap. */
    @Test
    @Timeout(THREAD_SECONDS)
    void concurrentAttemptsShareTheRecordsExactly() {
        SimulatedRuntime.seeds(5).forEach(seed -> {
            int producer = Math.toIntExact(seed);
            ResultPartition partition = partition(producer, 1);
            Random random = new Random(seed);
            int total = 10_000;
            ConcurrentSkipListMap<Long, Integer> runs = new ConcurrentSkipListMap<>();
            AtomicInteger claimed = new AtomicInteger();
            List<Thread> readers = new ArrayList<>();
            Thread writer = new Thread(() -> write(partition, total), "writer");
            writer.start();
            long deadline = System.nanoTime() + THREAD_SECONDS * 250_000_000L;
            for (int attempt = 0; claimed.get() < total && System.nanoTime() < deadline; attempt++) {
                InputGate gate = gateOf(producer, attempt);
                Thread reader = new Thread(() -> readUntilFenced(gate, runs, claimed, total), "reader-" + attempt);
                readers.add(reader);
                reader.start();
                int until = Math.min(total, claimed.get() + random.nextInt(1_000));
                while (claimed.get() < until && System.nanoTime() < deadline) {
                    Thread.yield();
                }
            }
            assertThat(claimed.get()).as("records claimed in time").isGreaterThanOrEqualTo(total);
            join(writer);
            gateOf(producer, Integer.MAX_VALUE).close();
            readers.forEach(RaceContract::join);
            assertJoined(runs, total);
        });
    }

    private InputGate gateOf(int producer, int attempt) {
        return consumers.createGate(
                new ExecutionAttemptId(partitionId(0).producer().job(), 1, 0, attempt),
                List.of(new ChannelDescriptor(0, descriptor(producer, 1), 0)),
                TestCodec::new,
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
                note(cursor, runs, claimed);
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

    /** One thread attaches without pause, the other is fenced again and again wherever its poll happens to be. */
    @Test
    @Timeout(THREAD_SECONDS)
    void aReaderMayBeFencedInTheMiddleOfAnyPoll() {
        SimulatedRuntime.seeds(2).forEach(seed -> {
            int producer = 100 + Math.toIntExact(seed);
            int total = 30_000;
            ConcurrentSkipListMap<Long, Integer> runs = new ConcurrentSkipListMap<>();
            AtomicReference<InputGate> newest = new AtomicReference<>(gateOf(producer, 0));
            AtomicInteger claimed = new AtomicInteger();
            AtomicBoolean last = new AtomicBoolean();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread reader = new Thread(
                    () -> {
                        try {
                            writeAndRead(partition(producer, 1), newest, runs, claimed, total, last);
                        } catch (StaleConsumerException | AssertionError e) {
                            failure.set(e);
                        }
                    },
                    "reader");
            reader.start();
            for (int attempt = 1; claimed.get() < total && reader.isAlive(); attempt++) {
                int before = claimed.get();
                newest.set(gateOf(producer, attempt));
                // Half of the attempts must get somewhere: a reader that is refused wrongly shows as standing still.
                while (attempt % 2 == 0 && claimed.get() == before && reader.isAlive()) {
                    Thread.onSpinWait();
                }
            }
            last.set(true);
            join(reader);
            assertThat(failure.get()).isNull();
            assertJoined(runs, total);
        });
    }

    private static void writeAndRead(
            ResultPartition partition,
            AtomicReference<InputGate> newest,
            ConcurrentSkipListMap<Long, Integer> runs,
            AtomicInteger claimed,
            int total,
            AtomicBoolean last) {
        GateCursor cursor = new GateCursor();
        long appended = 0;
        while (claimed.get() < total) {
            for (int i = 0; i < 3 && appended < total && partition.hasRoom(); i++) {
                partition.append(0, appended++, 10);
            }
            boolean wasLast = last.get();
            InputGate gate = newest.get();
            try {
                if (gate.poll(cursor)) {
                    note(cursor, runs, claimed);
                } else {
                    partition.flush();
                }
            } catch (StaleConsumerException e) {
                if (wasLast) {
                    throw e;
                }
                awaitNewer(newest, gate, last);
            }
        }
    }

    private static void awaitNewer(AtomicReference<InputGate> newest, InputGate than, AtomicBoolean last) {
        long deadline = System.nanoTime() + THREAD_SECONDS * 250_000_000L;
        while (newest.get() == than && !last.get()) {
            if (System.nanoTime() > deadline) {
                throw new AssertionError("The newest reader was refused, and none came after it");
            }
            Thread.onSpinWait();
        }
    }

    private static void note(GateCursor cursor, ConcurrentSkipListMap<Long, Integer> runs, AtomicInteger claimed) {
        int size = cursor.remaining();
        long first = cursor.sequence();
        boolean inOrder = true;
        for (int i = 0; i < size; i++) {
            inOrder &= Long.valueOf(first + i).equals(cursor.take());
        }
        runs.merge(first, inOrder ? size : -1, (a, b) -> -1);
        claimed.addAndGet(size);
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
}
