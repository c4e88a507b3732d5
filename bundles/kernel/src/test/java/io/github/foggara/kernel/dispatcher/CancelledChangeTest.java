package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A job is cancelled while its configuration has new values and the run with the old ones has still to end. The new values do
 * not run by themselves, whenever the container is killed or stopped; {@code job:start} runs them.
 */
@Timeout(20)
class CancelledChangeTest extends TwoContainers {
    private static final Map<String, String> OLD = Map.of("program", "p", "parallelism", "1", "arg.n", "1");
    private static final Map<String, String> NEW = Map.of("program", "p", "parallelism", "1", "arg.n", "2");
    private static final Map<String, String> NEWER = Map.of("program", "p", "parallelism", "1", "arg.n", "3");

    private final CountDownLatch inAbort = new CountDownLatch(1);
    private final CountDownLatch aborted = new CountDownLatch(1);

    @AfterEach
    void goOn() {
        aborted.countDown();
    }

    @Test
    void theNewValuesDoNotBegin() throws Exception {
        cancelledWhileTheOldRunEnds();
        aborted.countDown();
        JobInfo over = first.await(JobStatus.CANCELED);
        assertThat(over.arguments()).containsEntry("n", "2");
        assertThat(over.cause().orElseThrow()).contains("before it began with its new values");
        assertThat(first.bench.executor.deployed).isEmpty();
        first.dispatcher.start("c");
        assertRuns(first, "2");
    }

    @Test
    void theyDoNotBeginAfterAStopEither() throws Exception {
        cancelledWhileTheOldRunEnds();
        aborted.countDown();
        first.await(JobStatus.CANCELED);
        first.dispatcher.close();
        second = new Container(root.resolve("first"), first);
        assertCanceledAndStartable();
    }

    @Test
    void killedWhileTheOldRunEndsTheyDoNotBegin() throws Exception {
        cancelledWhileTheOldRunEnds();
        kill();
        assertCanceledAndStartable();
    }

    @Test
    void theValuesAfterTheCancelBegin() throws Exception {
        cancelledWhileTheOldRunEnds();
        first.dispatcher.configure("c", NEWER);
        first.settle();
        kill();
        aborted.countDown();
        assertRuns(first, "3");
        second.dispatcher.configure("c", NEWER);
        assertRuns(second, "3");
    }

    @Test
    void theOldValuesPutBackAfterTheCancelBegin() throws Exception {
        cancelledWhileTheOldRunEnds();
        kill();
        second.dispatcher.configure("c", OLD);
        assertRuns(second, "1");
        first.dispatcher.configure("c", OLD);
        first.settle();
        aborted.countDown();
        assertRuns(first, "1");
    }

    @Test
    void cancelledWhileTheOldRunPublishesOnlyThatIsDone() throws Exception {
        CountDownLatch inCommit = new CountDownLatch(1);
        CountDownLatch published = new CountDownLatch(1);
        first.bench.sink.onCommit = () -> {
            inCommit.countDown();
            published.await();
        };
        first.dispatcher.configure("c", OLD);
        first.finish(first.deployed());
        inCommit.await();
        first.dispatcher.configure("c", NEW);
        first.dispatcher.cancel("c");
        first.settle();
        kill();
        published.countDown();
        JobInfo over = first.await(
                i -> i.state() == JobStatus.CANCELED && i.arguments().get("n").equals("2"));
        assertThat(over.cause().orElseThrow()).contains("the run before it is FINISHED");
        second.dispatcher.configure("c", NEW);
        second.await(
                i -> i.state() == JobStatus.CANCELED && i.arguments().get("n").equals("2"));
        assertThat(second.bench.sink.calls).containsExactly("commit [part]");
        assertThat(second.bench.executor.deployed).isEmpty();
        second.dispatcher.start("c");
        assertRuns(second, "2");
    }

    @Test
    void aCommitThatIsCancelledAsWellStaysInDoubt() throws Exception {
        first.bench.sink.onCommit = this::kill;
        first.dispatcher.configure("c", OLD);
        first.finish(first.deployed());
        first.await(JobStatus.FINISHED);
        second.bench.programs.remove("p");
        second.dispatcher.configure("c", NEW);
        second.await(JobStatus.SUSPENDED);
        second.dispatcher.cancel("c");
        assertThat(second.await(JobStatus.CANCELED).cause().orElseThrow())
                .contains("the run before it is CANCELED", "must be looked at");
    }

    private void cancelledWhileTheOldRunEnds() throws Exception {
        first.bench.sink.onAbort = () -> {
            inAbort.countDown();
            aborted.await();
        };
        first.dispatcher.configure("c", OLD);
        first.deployed();
        first.await(JobStatus.RUNNING);
        first.dispatcher.configure("c", NEW);
        inAbort.await();
        first.dispatcher.cancel("c");
        first.settle();
    }

    private void kill() throws Exception {
        Disks.copy(root.resolve("first"), root.resolve("second"));
        second = new Container(root.resolve("second"), first);
    }

    private void assertCanceledAndStartable() throws Exception {
        second.dispatcher.configure("c", NEW);
        JobInfo over = second.await(JobStatus.CANCELED);
        assertThat(over.arguments()).containsEntry("n", "2");
        second.settle();
        assertThat(second.bench.executor.deployed).isEmpty();
        second.dispatcher.start("c");
        assertRuns(second, "2");
    }

    private static void assertRuns(Container container, String n) throws Exception {
        List<TaskDeployment> tasks = container.deployed();
        assertThat(tasks.get(0).parameters().arguments()).containsEntry("n", n);
        container.finish(tasks);
        container.await(
                i -> i.state() == JobStatus.FINISHED && i.arguments().get("n").equals(n));
        assertThat(container.bench.executor.deployed).isEmpty();
    }
}
