package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.fixture.RuntimeAround;
import io.github.foggara.kernel.gateway.TaskReport;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What watches over a cancelled task goes with it: it would hold the job's class loader for minutes. */
@Timeout(30)
class CancelTimersTest {
    private final CountDownLatch reached = new CountDownLatch(1);

    @Test
    void noTimerOutlivesACancelledTask() throws Exception {
        try (Timers runtime = new Timers();
                TaskHarness harness = new TaskHarness(runtime, this::endless)) {
            harness.configuration = new Configuration(
                    Map.of("task.cancellation.interval", "100 s", "task.cancellation.timeout", "200 s"));
            harness.deploy();
            reached.await();
            harness.cancelAll();
            harness.await();
            harness.release();
            assertThat(harness.outcomes.values()).hasOnlyElementsOfType(TaskReport.Canceled.class);
            assertThat(runtime.pending).isEmpty();
        }
    }

    private JobGraph endless() {
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(-1, 1)))
                .then("op", new MapSpec((Long n) -> {
                    reached.countDown();
                    return n;
                }))
                .then("out", new SinkSpec(new CollectSink(new ConcurrentLinkedQueue<>())))
                .build();
    }

    /** Notes the long timers that neither ran nor were cancelled. */
    private static final class Timers extends RuntimeAround {
        final Set<Object> pending = ConcurrentHashMap.newKeySet();

        @Override
        public Cancellable schedule(long delayNanos, Runnable action) {
            Cancellable timer = super.schedule(delayNanos, action);
            if (delayNanos < Duration.ofSeconds(50).toNanos()) {
                return timer;
            }
            Object mark = new Object();
            pending.add(mark);
            return () -> {
                pending.remove(mark);
                timer.cancel();
            };
        }
    }
}
