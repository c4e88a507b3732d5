package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.kernel.fixture.Graphs;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The container is killed around the commit: a second one starts on what the first had on disk at that moment. */
@Timeout(60)
class CommitCrashTest extends TwoContainers {
    @Test
    void killedBeforeTheDecisionTheJobRunsAgain() throws Exception {
        first.configure();
        first.deployed();
        first.await(JobStatus.RUNNING);
        killed();
        second = new Container(root.resolve("second"), first);
        second.configure();
        second.finish(second.deployed());
        assertThat(second.await(JobStatus.FINISHED).report()).containsExactly("published 1");
        assertThat(second.bench.sink.calls).containsExactly("open", "commit [part]");
    }

    @Test
    void killedAfterTheDecisionOnlyTheCommitIsDoneAgain() throws Exception {
        List<VertexInfo> before = runUntilKilledInCommit();
        second = new Container(root.resolve("second"), first);
        second.configure();
        assertCommittedOnce(before);
    }

    @Test
    void killedInTheCommitThatIsDoneAgainItIsDoneOnceMore() throws Exception {
        List<VertexInfo> before = runUntilKilledInCommit();
        Path third = root.resolve("third");
        try (Container again = new Container(root.resolve("second"), first)) {
            again.bench.sink.onCommit = () -> Disks.copy(root.resolve("second"), third);
            again.configure();
            again.await(JobStatus.FINISHED);
        }
        second = new Container(third, first);
        second.configure();
        assertCommittedOnce(before);
    }

    @Test
    void changedValuesWaitForTheCommitThatIsDoneAgain() throws Exception {
        runUntilKilledInCommit();
        second = new Container(root.resolve("second"), first);
        second.dispatcher.configure("c", Map.of("program", "p", "parallelism", "1", "arg.n", "2"));
        List<TaskDeployment> tasks = second.deployed();
        assertThat(second.bench.sink.calls).startsWith("commit [part]");
        assertThat(tasks.get(0).parameters().arguments()).containsEntry("n", "2");
        second.finish(tasks);
        second.await(JobStatus.FINISHED);
        assertThat(second.bench.sink.calls).containsExactly("commit [part]", "open", "commit [part]");
    }

    @Test
    void theCommitNeedsNoShuffleButItsProgram() throws Exception {
        runUntilKilledInCommit();
        second = new Container(root.resolve("second"), first);
        second.bench.shuffleLeaves();
        second.bench.programs.remove("p");
        second.configure();
        assertThat(second.await(JobStatus.SUSPENDED).cause().orElseThrow()).contains("Waits for the program 'p'");
        second.bench.programComes("1");
        second.await(JobStatus.FINISHED);
        assertThat(second.bench.sink.calls).containsExactly("commit [part]");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anotherProgramOfThatNameDoesNotCommit(boolean broken) throws Exception {
        runUntilKilledInCommit();
        second = new Container(root.resolve("second"), first);
        second.bench.programs.add("p", "2", parameters -> {
            if (broken) {
                throw new JobDefinitionException("the new program is broken");
            }
            return Graphs.graph()
                    .source("source", 0)
                    .map("map", 0)
                    .map("more", 0)
                    .forward("source", "map")
                    .forward("map", "more")
                    .build();
        });
        second.configure();
        String cause = second.await(i -> i.cause().orElse("").contains("another graph"))
                .cause()
                .orElseThrow();
        assertThat(cause).contains("p (bundle/1.0)", "Deploy the former bundle again");
        second.bench.programComes("1");
        second.await(JobStatus.FINISHED);
        assertThat(second.bench.sink.calls).containsExactly("commit [part]");
    }

    @Test
    void rebuiltCodeThatDefinesTheSameGraphCommits() throws Exception {
        runUntilKilledInCommit();
        second = new Container(root.resolve("second"), first);
        second.bench.programComes("rebuilt");
        second.configure();
        second.await(JobStatus.FINISHED);
        assertThat(second.bench.sink.calls).containsExactly("commit [part]");
    }

    @Test
    void aCommitThatFailsWhenDoneAgainFailsTheJob() throws Exception {
        runUntilKilledInCommit();
        second = new Container(root.resolve("second"), first);
        second.bench.sink.onCommit = () -> {
            throw new IOException("no space");
        };
        second.configure();
        JobInfo last = second.await(JobStatus.FAILED);
        assertThat(last.cause()).contains("The output of sink 'sink' was not published: no space");
        assertThat(second.bench.sink.calls).containsExactly("commit [part]", "abort");
        assertThat(record(root.resolve("second")).commit()).isEmpty();
    }

    /** The decision is not given up by that. */
    @Test
    void startedWhenTheDiskIsWellAgainTheJobCommits() throws Exception {
        runUntilKilledInCommit();
        Disks.refuseRecords(root.resolve("second"), "c");
        second = new Container(root.resolve("second"), first);
        second.configure();
        second.await(JobStatus.FAILED);
        second.bench.awaitThreads();
        second.settle();
        Disks.acceptRecords(root.resolve("second"), "c");
        second.dispatcher.start("c");
        second.await(JobStatus.FINISHED);
        assertThat(second.bench.sink.calls).containsExactly("commit [part]");
        assertThat(second.bench.executor.deployed).isEmpty();
    }

    @Test
    void cancelledInsteadTheJobSaysThatItsOutputIsInDoubt() throws Exception {
        runUntilKilledInCommit();
        second = new Container(root.resolve("second"), first);
        second.bench.programs.remove("p");
        second.configure();
        second.await(JobStatus.SUSPENDED);
        second.dispatcher.cancel("c");
        assertThat(second.await(JobStatus.CANCELED).cause().orElseThrow()).contains("must be looked at");
    }

    @Test
    void aContainerThatStopsWhileItPublishesGoesOnLater() throws Exception {
        CountDownLatch inCommit = new CountDownLatch(1);
        CountDownLatch publish = new CountDownLatch(1);
        first.bench.sink.onCommit = () -> {
            inCommit.countDown();
            publish.await();
        };
        first.configure();
        first.finish(first.deployed());
        inCommit.await();
        assertThat(record(root.resolve("first")).commit().orElseThrow().committables())
                .containsOnlyKeys("sink");
        publish.countDown();
        first.await(JobStatus.FINISHED);
        assertThat(record(root.resolve("first")).commit())
                .as("not needed any more")
                .isEmpty();
    }

    @Test
    void aDecisionThatCannotBeRecordedIsNotCarriedOut() throws Exception {
        first.configure();
        List<TaskDeployment> tasks = first.deployed();
        first.await(JobStatus.RUNNING);
        Disks.refuseRecords(root.resolve("first"), "c");
        first.finish(tasks);
        JobInfo last = first.await(JobStatus.FAILED);
        assertThat(last.cause().orElseThrow())
                .contains(
                        "output of job 'c' is not published", "cannot be recorded in the data directory", "make room");
        assertThat(first.bench.sink.calls).containsExactly("open", "abort");
        assertThat(first.dispatcher.health()).anyMatch(line -> line.contains("cannot be recorded"));
        Disks.acceptRecords(root.resolve("first"), "c");
        first.dispatcher.start("c");
        first.finish(first.deployed());
        first.await(JobStatus.FINISHED);
        assertThat(first.dispatcher.health()).isEmpty();
    }

    /** Snapshots the disk in the middle of the commit; returns what users saw of the vertices. */
    private List<VertexInfo> runUntilKilledInCommit() throws Exception {
        first.bench.sink.onCommit = this::killed;
        first.configure();
        first.finish(first.deployed());
        JobInfo last = first.await(JobStatus.FINISHED);
        assertThat(first.bench.sink.calls).containsExactly("open", "commit [part]");
        assertThat(record(root.resolve("second")).status().state()).isEqualTo(JobStatus.RUNNING);
        return last.vertices();
    }

    private void killed() throws IOException {
        Disks.copy(root.resolve("first"), root.resolve("second"));
    }

    private void assertCommittedOnce(List<VertexInfo> vertices) throws InterruptedException {
        JobInfo last = second.await(JobStatus.FINISHED);
        assertThat(last.report()).containsExactly("published 1");
        assertThat(last.vertices()).isEqualTo(vertices).isNotEmpty();
        assertThat(last.id()).isEqualTo(first.dispatcher.job("c").orElseThrow().id());
        assertThat(second.bench.sink.calls).containsExactly("commit [part]");
        assertThat(second.bench.executor.deployed).isEmpty();
        assertThat(second.bench.shuffle.masters).hasValue(0);
    }

    private static RunRecord record(Path data) throws Exception {
        return new RunStore(data.resolve("jobs")).load("c").orElseThrow();
    }
}
