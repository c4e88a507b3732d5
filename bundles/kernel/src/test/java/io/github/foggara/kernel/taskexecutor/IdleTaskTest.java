package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import io.github.foggara.kernel.gateway.TaskReport.Progress;
import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A task that sleeps and has told its counters is not woken to tell them again, and tells them when they have changed. */
@Timeout(30)
class IdleTaskTest {
    private final ConcurrentLinkedQueue<Long> input = new ConcurrentLinkedQueue<>();
    private final BlockingQueue<Object> out = new LinkedBlockingQueue<>();
    /** By vertex: records in. */
    private final Map<Integer, Long> told = new HashMap<>();

    private volatile ReaderContext reader;

    @Test
    void onlyWhatHasChangedIsAskedFor() throws Exception {
        try (Samples runtime = new Samples();
                TaskHarness harness = new TaskHarness(runtime, this::graph)) {
            harness.deploy();
            harness.awaitRunning(0);
            // Splits would wake the source as well.
            harness.giveOutNothingMore();
            for (long n = 1; n <= 3; n++) {
                input.add(n);
                reader.wake();
                assertThat(out.take()).isEqualTo(n);
                while (!told.equals(Map.of(0, n, 1, n))) {
                    sample(runtime, harness);
                }
                while (sample(runtime, harness) > 0) {
                    // Those asked were still about to fall asleep.
                }
            }
            harness.cancelAll();
            harness.await();
        }
    }

    /** One sample and its answers; gives how many tasks were woken for it. */
    private int sample(Samples runtime, TaskHarness harness) throws Exception {
        int asked = runtime.sample(harness.executor.owner());
        for (int answers = 0; answers < asked; ) {
            TaskHarness.Message message = harness.next();
            if (message.report() instanceof Progress progress) {
                told.put(message.attempt().vertex(), progress.recordsIn());
                answers++;
            }
        }
        return asked;
    }

    private JobGraph graph() {
        return Pipeline.from("trickle", 1, new SourceSpec(new Trickle()))
                .to("out", 1, new Partitioning.Rebalance(), new SinkSpec(new CollectSink(out)))
                .build();
    }

    /** Emits what the test puts into its input. */
    private final class Trickle extends NumberSource {
        Trickle() {
            super(-1, 1);
        }

        @Override
        public SourceReader<Long, Range> createReader(ReaderContext context) {
            reader = context;
            return new Reader(context) {
                @Override
                public InputStatus poll(SourceOutput<Long> target) {
                    Long next = input.poll();
                    if (next != null) {
                        target.collect(next);
                    }
                    return InputStatus.NOTHING_AVAILABLE;
                }
            };
        }
    }

    /** Runs timers when the test says so, and counts the wakes that come from the exec thread. */
    private static final class Samples implements EngineRuntime, AutoCloseable {
        private final AtomicInteger wakes = new AtomicInteger();
        private final BlockingQueue<Runnable> timers = new LinkedBlockingQueue<>();
        private final JvmRuntime jvm = new JvmRuntime();
        private volatile Thread exec;

        /** Returns when the exec thread has asked the tasks. */
        int sample(OwnerThread owner) throws InterruptedException {
            exec = owner.thread();
            await(owner);
            int before = wakes.get();
            timers.take().run();
            await(owner);
            return wakes.get() - before;
        }

        /** Returns when everything has been done that was enqueued there. */
        private static void await(OwnerThread owner) throws InterruptedException {
            CountDownLatch reached = new CountDownLatch(1);
            owner.execute(reached::countDown);
            reached.await();
        }

        @Override
        public Cancellable schedule(long delayNanos, Runnable action) {
            timers.add(action);
            return () -> timers.remove(action);
        }

        @Override
        public Parker newParker() {
            Parker parker = jvm.newParker();
            return new Parker() {
                @Override
                public void park() {
                    parker.park();
                }

                @Override
                public void parkNanos(long nanos) {
                    parker.parkNanos(nanos);
                }

                @Override
                public void unpark() {
                    if (Thread.currentThread() == exec) {
                        wakes.incrementAndGet();
                    }
                    parker.unpark();
                }
            };
        }

        @Override
        public long nanoTime() {
            return jvm.nanoTime();
        }

        @Override
        public long currentTimeMillis() {
            return jvm.currentTimeMillis();
        }

        @Override
        public Thread newThread(String name, ClassLoader loader, Runnable body) {
            return jvm.newThread(name, loader, body);
        }

        @Override
        public void executeBlocking(Runnable action) {
            jvm.executeBlocking(action);
        }

        @Override
        public void close() {
            jvm.close();
        }
    }
}
