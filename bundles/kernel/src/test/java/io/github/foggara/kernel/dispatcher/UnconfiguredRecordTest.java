package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A configuration was removed while no container ran; a second container finds the record of its run. */
@Timeout(20)
class UnconfiguredRecordTest extends TwoContainers {
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final AtomicBoolean mayCome = new AtomicBoolean();

    @Test
    void aRecordThatStaysWithoutConfigurationGoes() throws Exception {
        finishedAndKilled();
        restart();
        second.await(JobStatus.FINISHED);
        pass(Duration.ofSeconds(4));
        assertThat(second.dispatcher.job("c")).isPresent();
        pass(Duration.ofSeconds(1));
        awaitGone();
        second.configure();
        second.finish(second.deployed());
        second.await(JobStatus.FINISHED);
    }

    @Test
    void aConfigurationThatComesInTimeKeepsIt() throws Exception {
        JobInfo before = finishedAndKilled();
        restart();
        second.await(JobStatus.FINISHED);
        pass(Duration.ofSeconds(4));
        second.configure();
        second.settle();
        pass(Duration.ofMinutes(1));
        assertThat(second.await(JobStatus.FINISHED).id()).isEqualTo(before.id());
        assertThat(second.bench.executor.deployed).isEmpty();
    }

    @Test
    void itStaysAsLongAsAConfigurationMayCome() throws Exception {
        finishedAndKilled();
        mayCome.set(true);
        restart();
        for (int second = 0; second < 30; second++) {
            pass(GRACE);
        }
        assertThat(second.dispatcher.job("c")).isPresent();
        assertThat(record()).exists();
        mayCome.set(false);
        pass(GRACE);
        awaitGone();
    }

    @Test
    void aRunGoesOnWhenItsConfigurationComesAndNotBefore() throws Exception {
        first.configure();
        TaskDeployment task = first.deployed().get(0);
        first.await(JobStatus.RUNNING);
        kill();
        restart();
        assertThat(second.await(JobStatus.SUSPENDED).cause().orElseThrow()).contains("Waits for its configuration");
        assertThat(second.bench.executor.deployed).isEmpty();
        second.configure();
        List<TaskDeployment> tasks = second.deployed();
        assertThat(tasks.get(0).attempt().job()).isEqualTo(task.attempt().job());
        assertThat(second.await(JobStatus.RUNNING).cause()).isEmpty();
        second.finish(tasks);
        second.await(JobStatus.FINISHED);
    }

    @Test
    void aRunThatWaitsCanBeCancelled() throws Exception {
        first.configure();
        first.deployed();
        first.await(JobStatus.RUNNING);
        kill();
        restart();
        second.await(JobStatus.SUSPENDED);
        second.dispatcher.cancel("c");
        second.await(JobStatus.CANCELED);
        second.configure();
        second.settle();
        second.await(JobStatus.CANCELED);
        assertThat(second.bench.executor.deployed).isEmpty();
    }

    @Test
    void aDecisionToPublishIsCarriedOutFirst() throws Exception {
        killedInCommit();
        restart();
        second.await(JobStatus.SUSPENDED);
        assertThat(second.bench.sink.calls).isEmpty();
        pass(GRACE);
        awaitGone();
        assertThat(second.bench.sink.calls).containsExactly("commit [part]");
        assertThat(second.bench.executor.deployed).isEmpty();
    }

    @Test
    void itOutlivesTheContainerWhileItsProgramIsNotThere() throws Exception {
        killedInCommit();
        restart();
        second.bench.programs.remove("p");
        pass(GRACE);
        second.await(i -> i.cause().orElse("").contains("Waits for the program 'p'"));
        assertThat(second.dispatcher.health()).anyMatch(line -> line.contains("has no configuration any more"));
        second.dispatcher.close();
        assertThat(record()).exists();
        second.close();
        restart();
        pass(GRACE);
        awaitGone();
        assertThat(second.bench.sink.calls).containsExactly("commit [part]");
    }

    @Test
    void aConfigurationRemovedBeforeItsOutputIsPublishedDoesNotHinderThat() throws Exception {
        killedInCommit();
        restart();
        second.bench.programs.remove("p");
        second.configure();
        second.await(JobStatus.SUSPENDED);
        second.dispatcher.vanished("c");
        second.settle();
        pass(GRACE);
        second.settle();
        assertThat(record()).exists();
        second.bench.programComes("1");
        awaitGone();
        assertThat(second.bench.sink.calls).containsExactly("commit [part]");
    }

    @Test
    void aDamagedRecordIsKeptUntilSomebodyDeletesIt() throws Exception {
        finishedAndKilled();
        Files.write(record(), new byte[100]);
        restart();
        second.await(JobStatus.FAILED);
        pass(GRACE);
        String words = second.await(i -> i.cause().orElse("").contains("no configuration any more"))
                .cause()
                .orElseThrow();
        assertThat(words).contains("is damaged", "then delete", record().toString());
        assertThat(second.dispatcher.health()).containsExactly(words);
        second.dispatcher.start("c");
        second.await(JobStatus.FAILED);
        pass(Duration.ofMinutes(1));
        assertThat(record()).exists();
        Files.delete(record());
        pass(GRACE);
        awaitGone();
        assertThat(second.dispatcher.health()).isEmpty();
    }

    @Test
    void aDamagedRecordWhoseConfigurationComesLateIsAsIfItHadComeAtOnce() throws Exception {
        finishedAndKilled();
        Files.write(record(), new byte[100]);
        restart();
        pass(GRACE);
        second.await(i -> i.cause().orElse("").contains("no configuration any more"));
        second.configure();
        second.await(i -> i.cause().orElse("").contains("job:start"));
        second.dispatcher.start("c");
        second.finish(second.deployed());
        second.await(JobStatus.FINISHED);
        assertThat(second.dispatcher.health()).isEmpty();
    }

    @Test
    void aJobThatIsConfiguredAgainAfterItsDamagedRecordWasDeletedRuns() throws Exception {
        finishedAndKilled();
        Files.write(record(), new byte[100]);
        restart();
        pass(GRACE);
        second.await(i -> i.cause().orElse("").contains("then delete that file"));
        Files.delete(record());
        second.configure();
        second.settle();
        second.finish(second.deployed());
        second.await(JobStatus.FINISHED);
        assertThat(second.dispatcher.health()).isEmpty();
    }

    @Test
    void whatIsNoRecordOfAJobIsLeftAlone() throws Exception {
        Path jobs = Files.createDirectories(root.resolve("second/jobs"));
        Files.createDirectories(jobs.resolve(".hidden"));
        Files.createDirectories(jobs.resolve("empty"));
        Files.writeString(jobs.resolve("file"), "x");
        restart();
        second.settle();
        assertThat(second.dispatcher.jobs()).isEmpty();
        assertThat(second.dispatcher.health()).isEmpty();
        assertThat(jobs.resolve("file")).exists();
    }

    private JobInfo finishedAndKilled() throws Exception {
        first.configure();
        first.finish(first.deployed());
        JobInfo last = first.await(JobStatus.FINISHED);
        kill();
        return last;
    }

    private void killedInCommit() throws Exception {
        first.bench.sink.onCommit = this::kill;
        first.configure();
        first.finish(first.deployed());
        first.await(JobStatus.FINISHED);
    }

    private void kill() throws Exception {
        Disks.copy(root.resolve("first"), root.resolve("second"));
    }

    private Path record() {
        return root.resolve("second").resolve("jobs/c/run");
    }

    private void restart() throws Exception {
        second = new Container(root.resolve("second"), first);
        second.dispatcher.recover(name -> mayCome.get());
        second.settle();
    }

    private void pass(Duration time) throws Exception {
        second.bench.runtime.advance(time);
        second.settle();
    }

    private void awaitGone() throws Exception {
        assertThat(second.dispatcher.await(() -> second.dispatcher.job("c").isEmpty(), Duration.ofDays(1)))
                .isTrue();
        second.settle();
        assertThat(record().getParent()).doesNotExist();
    }
}
