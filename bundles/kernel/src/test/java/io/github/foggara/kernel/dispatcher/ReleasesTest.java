package io.github.foggara.kernel.dispatcher;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.FakeBackend;
import io.github.foggara.kernel.fixture.FakeCheckpoints;
import io.github.foggara.kernel.fixture.MemoryStorage;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever ends a run, its checkpoint plugin hears of it, once that is recorded. */
@Timeout(60)
class ReleasesTest {
    private static final Map<String, String> JOB = Map.of(
            "program", "p",
            "parallelism", "1",
            "execution.runtime-mode", "STREAMING",
            "execution.checkpointing.interval", "1 h");

    @TempDir
    Path data;

    private final Bench bench = new Bench();
    private final FakeCheckpoints plugin = new FakeCheckpoints(new MemoryStorage());
    private Dispatcher dispatcher;

    @BeforeEach
    void boot() {
        bench.plugins.register(StateBackend.class, "heap", "heap/1.0", 0, new FakeBackend());
        bench.plugins.register(CheckpointService.class, "default", "checkpoint/1.0", 0, plugin);
        begin();
    }

    private void begin() {
        dispatcher = new Dispatcher(bench.services, data, Map.of(), new Watchdog(bench.runtime));
    }

    @AfterEach
    void close() {
        dispatcher.close();
        bench.close();
    }

    private List<TaskDeployment> started() throws InterruptedException {
        dispatcher.configure("c", JOB);
        List<TaskDeployment> tasks = List.of(bench.executor.take(), bench.executor.take());
        await(JobStatus.RUNNING);
        return tasks;
    }

    private void await(JobStatus state) throws InterruptedException {
        assertThat(dispatcher.await(
                        () -> dispatcher
                                .job("c")
                                .filter(job -> job.state() == state)
                                .isPresent(),
                        Duration.ofDays(1)))
                .isTrue();
    }

    private void assertReleased(String end) throws InterruptedException {
        String run = dispatcher.job("c").orElseThrow().id().orElseThrow();
        assertThat(take(plugin.released))
                .startsWith(run + " " + end)
                .contains("execution.checkpointing.interval=1 h", "of the plugin=yes");
    }

    @Test
    void oneThatHasFinished() throws Exception {
        started().forEach(task -> bench.executor.finish(task, Map.of()));
        await(JobStatus.FINISHED);
        assertReleased("FINISHED");
    }

    @Test
    void oneThatIsCancelledWhileItIsSuspended() throws Exception {
        started();
        bench.shuffleLeaves();
        await(JobStatus.SUSPENDED);
        assertThat(plugin.released).isEmpty();
        dispatcher.cancel("c");
        await(JobStatus.CANCELED);
        assertReleased("CANCELED");
    }

    @Test
    void oneThatIsCancelledAfterARestartBeforeItsFirstLife() throws Exception {
        started();
        dispatcher.close();
        begin();
        dispatcher.recover(name -> true);
        await(JobStatus.SUSPENDED);
        dispatcher.cancel("c");
        await(JobStatus.CANCELED);
        assertReleased("CANCELED");
    }

    @Test
    void oneWhosePluginIsAwayAtItsEndAndThatIsKnownAlsoAfterARestart() throws Exception {
        started();
        bench.plugins.unregister(CheckpointService.class, "default", plugin);
        await(JobStatus.SUSPENDED);
        dispatcher.cancel("c");
        await(JobStatus.CANCELED);
        dispatcher.close();
        begin();
        dispatcher.configure("c", JOB);
        await(JobStatus.CANCELED);
        assertThat(plugin.released).isEmpty();
        bench.plugins.register(CheckpointService.class, "default", "checkpoint/1.0", 0, plugin);
        assertReleased("CANCELED");
    }

    @Test
    void whatCannotBeReleasedIsTriedAgain() throws Exception {
        plugin.unreleasable = new IOException("stale handle");
        started().forEach(task -> bench.executor.finish(task, Map.of()));
        await(JobStatus.FINISHED);
        bench.runtime.awaitExactly(Duration.ofSeconds(10));
        plugin.unreleasable = null;
        bench.runtime.advance(Duration.ofSeconds(10));
        assertReleased("FINISHED");
    }

    /** It may go on with the run, whatever this one thinks of it. */
    @Test
    void nothingIsReleasedWhileAnotherProcessLeads() throws Exception {
        started();
        bench.election.elsewhere = true;
        dispatcher.cancel("c");
        await(JobStatus.CANCELED);
        bench.runtime.awaitExactly(Duration.ofSeconds(10));
        assertThat(plugin.released).isEmpty();
        assertThat(bench.store.jobs(Path.of("unused"))).as("event logs").hasSize(1);
        bench.election.elsewhere = false;
        bench.runtime.advance(Duration.ofSeconds(10));
        assertReleased("CANCELED");
    }

    private String suspendedByARestart() throws InterruptedException {
        started();
        dispatcher.close();
        begin();
        dispatcher.recover(name -> true);
        await(JobStatus.SUSPENDED);
        return dispatcher.job("c").orElseThrow().id().orElseThrow();
    }

    private void configure(String key, String value) {
        Map<String, String> changed = new HashMap<>(JOB);
        changed.put(key, value);
        dispatcher.configure("c", changed);
    }

    @Test
    void oneThatAnotherBeginsInThePlaceOf() throws Exception {
        String before = suspendedByARestart();
        configure("arg.n", "2");
        await(JobStatus.RUNNING);
        assertThat(take(plugin.released)).startsWith(before + " CANCELED");
    }

    /** The configuration was changed while the container was down. */
    @Test
    void notOneThatAnotherBeginsFrom() throws Exception {
        String before = suspendedByARestart();
        configure("execution.state-recovery.path", "/checkpoints/" + before + "/chk-1");
        await(JobStatus.FAILED);
        assertReleased("FAILED");
        assertThat(dispatcher.job("c").orElseThrow().id().orElseThrow()).isNotEqualTo(before);
        dispatcher.close();
        assertThat(plugin.released).isEmpty();
    }

    @Test
    void notOneWhoseRecordCannotBeReplaced() throws Exception {
        String before = suspendedByARestart();
        Disks.refuseRecords(data, "c");
        configure("arg.n", "2");
        await(JobStatus.FAILED);
        Disks.acceptRecords(data, "c");
        dispatcher.close();
        begin();
        assertThat(started().get(0).attempt().job()).hasToString(before);
        dispatcher.cancel("c");
        await(JobStatus.CANCELED);
        assertReleased("CANCELED");
        assertThat(plugin.released).as("nor before").isEmpty();
    }

    @Test
    void oneWhoseRecordIsReplacedAtLast() throws Exception {
        String before = suspendedByARestart();
        Disks.refuseRecords(data, "c");
        configure("arg.n", "2");
        await(JobStatus.FAILED);
        Disks.acceptRecords(data, "c");
        dispatcher.start("c");
        await(JobStatus.RUNNING);
        assertThat(take(plugin.released)).startsWith(before + " CANCELED");
    }

    @Test
    void notOneWhoseRecordCannotBeDeleted() throws Exception {
        started();
        dispatcher.close();
        begin();
        dispatcher.recover(name -> false);
        await(JobStatus.SUSPENDED);
        Path record = data.resolve("jobs").resolve("c").resolve("run");
        byte[] bytes = Files.readAllBytes(record);
        Files.delete(record);
        Files.createDirectories(record.resolve("obstacle"));
        bench.runtime.advance(Duration.ofSeconds(5));
        assertThat(dispatcher.await(() -> dispatcher.job("c").isEmpty(), Duration.ofDays(1)))
                .isTrue();
        dispatcher.close();
        Files.delete(record.resolve("obstacle"));
        Files.delete(record);
        Files.write(record, bytes);
        begin();
        started();
        dispatcher.cancel("c");
        await(JobStatus.CANCELED);
        assertReleased("CANCELED");
        assertThat(plugin.released).as("nor before").isEmpty();
    }
}
