package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class DispatcherTest {
    @TempDir
    Path data;

    private final Bench bench = new Bench();
    private Dispatcher dispatcher;

    @BeforeEach
    void boot() {
        dispatcher = new Dispatcher(bench.services, data, Map.of(), new Watchdog(bench.runtime));
    }

    @AfterEach
    void close() {
        dispatcher.close();
        bench.close();
    }

    @Test
    void aSubmittedJobRunsAndLeavesNoRecord() throws Exception {
        dispatcher.submit(new JobSubmission("j", "p", Map.of(), Map.of("x", "y")));
        assertThat(dispatcher.job("j").orElseThrow().state()).isEqualTo(JobStatus.INITIALIZING);
        finish(deployed());
        JobInfo last = dispatcher.awaitTermination("j", Duration.ofDays(1)).orElseThrow();
        assertThat(last.state()).isEqualTo(JobStatus.FINISHED);
        assertThat(last.report()).containsExactly("published 0");
        assertThat(last.arguments()).containsEntry("x", "y");
        assertThat(data.resolve("jobs")).doesNotExist();
        dispatcher.submit(new JobSubmission("j", "p", Map.of(), Map.of()));
        assertThat(deployed()).hasSize(2);
    }

    @Test
    void badSubmissionsAreRefusedInWords() {
        dispatcher.submit(new JobSubmission("j", "p", Map.of(), Map.of()));
        refused(new JobSubmission("j", "p", Map.of(), Map.of()), "name 'j' is", "cancel it");
        refused(new JobSubmission("a/b", "p", Map.of(), Map.of()), "'a/b'", "letters");
        refused(new JobSubmission("k", "word-cuont", Map.of(), Map.of()), "'word-cuont'", "Known programs: p");
        refused(new JobSubmission("k", "p", Map.of("paralelism", "2"), Map.of()), "'paralelism'", "'parallelism'");
        refused(new JobSubmission("k", "p", Map.of("parallelism", "0"), Map.of()), "parallelism", "'0'", "from 1 to");
        refused(new JobSubmission("k", "p", Map.of("parallelism", "abc"), Map.of()), "parallelism", "'abc'");
        assertThatThrownBy(() -> dispatcher.cancel("nope")).hasMessageContainingAll("'nope'", "[j]");
        assertThatThrownBy(() -> dispatcher.start("j")).hasMessageContaining("is over");
    }

    @Test
    void aFinishedConfigurationDoesNotStartAgainButRunsOnOrder() throws Exception {
        dispatcher.configure("c", Map.of("program", "p", "service.pid", "foggara.job~c"));
        finish(deployed());
        await("c", i -> i.state() == JobStatus.FINISHED);
        String run = dispatcher.job("c").orElseThrow().id().orElseThrow();
        restartContainer();
        dispatcher.configure("c", Map.of("program", "p"));
        JobInfo shown = await("c", i -> i.state() == JobStatus.FINISHED);
        assertThat(shown.id()).contains(run);
        assertThat(shown.report()).containsExactly("published 0");
        dispatcher.start("c");
        finish(deployed());
        assertThat(dispatcher
                        .awaitTermination("c", Duration.ofDays(1))
                        .orElseThrow()
                        .id())
                .isPresent()
                .isNotEqualTo(shown.id());
        assertThat(bench.executor.deployed).isEmpty();
    }

    @Test
    void aFailedAndACancelledRunStayOver() throws Exception {
        dispatcher.configure("f", Map.of("program", "p"));
        bench.executor.fail(deployed().get(0), new RuntimeException("boom"));
        await("f", i -> i.state() == JobStatus.FAILED);
        dispatcher.configure("c", Map.of("program", "p"));
        deployed();
        dispatcher.cancel("c");
        await("c", i -> i.state() == JobStatus.CANCELED);
        restartContainer();
        dispatcher.configure("f", Map.of("program", "p"));
        dispatcher.configure("c", Map.of("program", "p"));
        assertThat(await("f", i -> true).cause().orElseThrow()).contains("boom");
        assertThat(await("c", i -> true).state()).isEqualTo(JobStatus.CANCELED);
        assertThat(bench.executor.deployed).isEmpty();
    }

    @Test
    void aRunningConfigurationResumesWithItsIdAndHigherAttempts() throws Exception {
        dispatcher.configure("r", Map.of("program", "p", "arg.text", "grüße"));
        List<TaskDeployment> before = deployed();
        await("r", i -> i.state() == JobStatus.RUNNING);
        restartContainer();
        assertThat(bench.sink.calls).containsExactly("open", "abort");
        dispatcher.configure("r", Map.of("program", "p", "arg.text", "grüße"));
        List<TaskDeployment> after = deployed();
        assertThat(after.get(0).attempt().job())
                .isEqualTo(before.get(0).attempt().job());
        assertThat(after.get(0).attempt().attempt())
                .isGreaterThan(before.get(0).attempt().attempt());
        assertThat(after.get(0).parameters()).isEqualTo(before.get(0).parameters());
        assertThat(after.get(0).parameters().arguments()).containsEntry("text", "grüße");
    }

    @Test
    void aChangedConfigurationIsANewRun() throws Exception {
        dispatcher.configure("c", Map.of("program", "p", "arg.n", "1"));
        TaskDeployment first = deployed().get(0);
        await("c", i -> i.state() == JobStatus.RUNNING);
        dispatcher.configure("c", Map.of("program", "p", "arg.n", "2"));
        TaskDeployment second = deployed().get(0);
        assertThat(second.attempt().job()).isNotEqualTo(first.attempt().job());
        assertThat(second.parameters().arguments()).containsEntry("n", "2");
        assertThat(bench.executor.cancelled).hasSize(2);
    }

    @Test
    void anInvalidChangeLeavesTheOldValuesInForceAlsoAfterARestart() throws Exception {
        dispatcher.configure("c", Map.of("program", "p", "parallelism", "1"));
        deployed();
        await("c", i -> i.state() == JobStatus.RUNNING);
        dispatcher.configure("c", Map.of("program", "p", "parallelism", "many"));
        JobInfo refused = await("c", i -> i.configurationError().isPresent());
        assertThat(refused.configurationError().orElseThrow()).contains("parallelism", "'many'", "from 1 to");
        assertThat(refused.state()).isEqualTo(JobStatus.RUNNING);
        assertThat(refused.options()).containsEntry("parallelism", "1");
        assertThat(bench.executor.cancelled).isEmpty();
        restartContainer();
        dispatcher.configure("c", Map.of("program", "p", "parallelism", "many"));
        assertThat(deployed()).allMatch(t -> t.parallelism() == 1);
        assertThat(await("c", i -> i.state() == JobStatus.RUNNING).configurationError())
                .isPresent();
        dispatcher.configure("c", Map.of("program", "p", "parallelism", "1"));
        await("c", i -> i.configurationError().isEmpty());
        assertThat(bench.executor.deployed).isEmpty();
    }

    @Test
    void aConfigurationThatWasNeverAcceptedShowsWhyAndStartsOnceCorrected() throws Exception {
        dispatcher.configure("c", Map.of("parallelism", "1"));
        assertThat(await("c", i -> true).configurationError().orElseThrow()).contains("'program' is missing", "[p]");
        dispatcher.configure("c", Map.of("program", "p", "parallelism", "1"));
        deployed();
        assertThat(await("c", i -> i.state() == JobStatus.RUNNING).configurationError())
                .isEmpty();
    }

    @Test
    void aVanishedConfigurationThatComesBackChangesNothing() throws Exception {
        dispatcher.configure("v", Map.of("program", "p"));
        deployed();
        await("v", i -> i.state() == JobStatus.RUNNING);
        dispatcher.vanished("v");
        settle();
        bench.runtime.advance(Duration.ofSeconds(4));
        dispatcher.configure("v", Map.of("program", "p"));
        settle();
        bench.runtime.advance(Duration.ofSeconds(60));
        assertThat(bench.executor.cancelled).isEmpty();
        assertThat(dispatcher.job("v").orElseThrow().state()).isEqualTo(JobStatus.RUNNING);
    }

    @Test
    void aVanishedConfigurationEndsItsJobAfterTheGrace() throws Exception {
        dispatcher.configure("v", Map.of("program", "p", "job.removal-grace", "2 s"));
        deployed();
        await("v", i -> i.state() == JobStatus.RUNNING);
        dispatcher.vanished("v");
        settle();
        assertThat(bench.executor.cancelled).isEmpty();
        bench.runtime.advance(Duration.ofSeconds(2));
        assertThat(dispatcher
                        .awaitTermination("v", Duration.ofDays(1))
                        .filter(i -> !i.state().terminal()))
                .isEmpty();
        assertThat(bench.executor.cancelled).hasSize(2);
        awaitGone("v");
        assertThat(data.resolve("jobs").resolve("v")).doesNotExist();
    }

    @Test
    void aDamagedRecordIsShownAndNotStarted() throws Exception {
        dispatcher.configure("d", Map.of("program", "p"));
        finish(deployed());
        await("d", i -> i.state() == JobStatus.FINISHED);
        restartContainer();
        Files.write(data.resolve("jobs").resolve("d").resolve("run"), new byte[100]);
        dispatcher.configure("d", Map.of("program", "p"));
        JobInfo shown = await("d", i -> true);
        assertThat(shown.state()).isEqualTo(JobStatus.FAILED);
        assertThat(shown.cause().orElseThrow()).contains("damaged", "job:start");
        assertThat(dispatcher.health()).anyMatch(line -> line.contains("damaged"));
        dispatcher.configure("d", Map.of("program", "p"));
        assertThat(bench.executor.deployed).isEmpty();
        dispatcher.start("d");
        finish(deployed());
        await("d", i -> i.state() == JobStatus.FINISHED);
        assertThat(dispatcher.health()).isEmpty();
    }

    @Test
    void aConfigurationMayComeBeforeItsProgramAndItsShuffle() throws Exception {
        bench.programs.remove("p");
        bench.shuffleLeaves();
        dispatcher.configure("c", Map.of("program", "p", "fake.batch-size", "5"));
        assertThat(await("c", i -> i.state() == JobStatus.SUSPENDED).cause().orElseThrow())
                .contains("program 'p'");
        bench.programComes("1");
        await("c", i -> i.state() == JobStatus.SUSPENDED && i.cause().orElse("").contains("shuffle service 'local'"));
        bench.shuffleComes();
        deployed();
        await("c", i -> i.state() == JobStatus.RUNNING && i.cause().isEmpty());
    }

    @Test
    void anOptionOfAShuffleThatComesLaterIsCheckedWhenItComes() throws Exception {
        bench.shuffleLeaves();
        dispatcher.configure("c", Map.of("program", "p", "fake.batch-size", "1000"));
        await("c", i -> i.state() == JobStatus.SUSPENDED);
        bench.shuffleComes();
        assertThat(await("c", i -> i.state() == JobStatus.FAILED).cause().orElseThrow())
                .contains("fake.batch-size", "'1000'", "from 1 to 100");
    }

    @Test
    void aKeyThatTakesEffectAtOnceDoesNotRestart() throws Exception {
        dispatcher.configure("c", Map.of("program", "p"));
        deployed();
        await("c", i -> i.state() == JobStatus.RUNNING);
        dispatcher.configure("c", Map.of("program", "p", "job.removal-grace", "1 min"));
        await("c", i -> i.options().containsKey("job.removal-grace"));
        assertThat(bench.executor.cancelled).isEmpty();
    }

    private void refused(JobSubmission submission, String... words) {
        assertThatThrownBy(() -> dispatcher.submit(submission))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll(words);
    }

    private void restartContainer() {
        dispatcher.close();
        boot();
    }

    private List<TaskDeployment> deployed() throws InterruptedException {
        List<TaskDeployment> tasks = new ArrayList<>();
        tasks.add(bench.executor.take());
        tasks.add(bench.executor.take());
        return tasks;
    }

    private void finish(List<TaskDeployment> tasks) {
        tasks.forEach(t -> bench.executor.finish(t, Map.of()));
    }

    private JobInfo await(String name, Predicate<JobInfo> wanted) throws InterruptedException {
        JobInfo[] found = new JobInfo[1];
        assertThat(dispatcher.await(
                        () -> {
                            found[0] = dispatcher.job(name).filter(wanted).orElse(null);
                            return found[0] != null;
                        },
                        Duration.ofDays(1)))
                .isTrue();
        return found[0];
    }

    private void awaitGone(String name) throws InterruptedException {
        dispatcher.await(() -> dispatcher.job(name).isEmpty(), Duration.ofDays(1));
    }

    /** All orders have reached the dispatcher thread. */
    private void settle() throws InterruptedException {
        CountDownLatch reached = new CountDownLatch(1);
        dispatcher.afterOrders(reached::countDown);
        reached.await();
    }
}
