package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The graph of an attempt is built while the attempt before it ends. */
@Timeout(60)
class PreparedTasksTest {
    private static final int SOURCE = 0;

    private final JvmRuntime runtime = new JvmRuntime();
    /** Threads that defined the graph. */
    private final BlockingQueue<Thread> defined = new LinkedBlockingQueue<>();

    private volatile boolean refuses;
    private TaskHarness harness;
    private Thread test;

    @BeforeEach
    void deploy() throws Exception {
        test = Thread.currentThread();
        harness = new TaskHarness(runtime, this::graph);
        harness.cancelsOnFailure = false;
        harness.deploy();
        harness.awaitRunning(SOURCE);
        defined.clear();
    }

    @AfterEach
    void end() throws Exception {
        harness.close();
        runtime.close();
    }

    private JobGraph graph() {
        if (Thread.currentThread() != test) {
            defined.add(Thread.currentThread());
        }
        if (refuses) {
            throw new IllegalStateException("Not now");
        }
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(-1, 1)))
                .then("op", new MapSpec((Long n) -> n))
                .to(
                        "out",
                        1,
                        new Partitioning.Rebalance(),
                        new SinkSpec(new CollectSink(new ConcurrentLinkedQueue<>())))
                .build();
    }

    private Thread preparedNext() throws Exception {
        harness.plan.restart(SOURCE, 0);
        harness.prepareOne(SOURCE, 0);
        Thread thread = defined.poll(20, TimeUnit.SECONDS);
        assertThat(thread).as("the graph is built").isNotNull();
        return thread;
    }

    @Test
    void isDefinedOnceAndGoesOnWhenDeployed() throws Exception {
        Thread thread = preparedNext();

        harness.deployOne(SOURCE, 0, harness);
        harness.awaitRunning(SOURCE);

        assertThat(defined).isEmpty();
        assertThat(thread.isAlive()).isTrue();
        assertThat(thread.getName()).endsWith("#1");
    }

    @Test
    void nobodyHearsOfOneThatIsNotDeployed() throws Exception {
        Thread first = preparedNext();

        Thread second = preparedNext();
        first.join();
        harness.executor.takeOver(harness.plan.attempt(SOURCE, 0).job(), harness.epoch, harness);
        second.join();
        harness.deployOne(SOURCE, 0, harness);
        harness.awaitRunning(SOURCE);

        assertThat(defined).hasSize(1);
        assertThat(harness.outcomes).isEmpty();
    }

    @Test
    void abandonedJobsTakeItAlong() throws Exception {
        Thread thread = preparedNext();

        harness.executor.abandonJob(harness.plan.attempt(SOURCE, 0).job());

        thread.join();
    }

    @Test
    void whatFailsIsToldWhenItIsDeployed() throws Exception {
        refuses = true;
        preparedNext().join();
        assertThat(harness.outcomes).isEmpty();

        harness.deployOne(SOURCE, 0, harness);

        TaskReport report = harness.await(harness.plan.attempt(SOURCE, 0));
        assertThat(report)
                .isInstanceOfSatisfying(
                        TaskReport.Failed.class,
                        failed -> assertThat(failed.trace()).contains("Not now"));
    }
}
