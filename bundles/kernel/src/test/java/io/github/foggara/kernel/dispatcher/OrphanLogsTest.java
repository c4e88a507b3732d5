package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.testkit.event.InMemoryJobEventStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Logs that a killed container left: which of them the next one deletes, and when. */
@Timeout(30)
class OrphanLogsTest extends TwoContainers {
    private static final Path DIRECTORY = Path.of("unused");
    private static final JobId FORGOTTEN = new JobId(7, 7);

    private final WatchedStore store = new WatchedStore();

    @BeforeEach
    void forgotten() throws IOException {
        storeComes(first);
        store.open(
                        FORGOTTEN,
                        1,
                        new EventLogContext(DIRECTORY, Configuration.EMPTY, first.bench.runtime, new Nobody()),
                        (position, event) -> {})
                .close();
    }

    private void storeComes(Container container) {
        container.bench.plugins.register(JobEventStore.class, "file", "store/2", 10, store);
    }

    private void restart() throws Exception {
        Disks.copy(Files.createDirectories(root.resolve("first")), root.resolve("second"));
        second = new Container(root.resolve("second"), first);
        second.bench.plugins.unregister(JobEventStore.class, "file", second.bench.store);
        storeComes(second);
        second.dispatcher.recover(name -> true);
        second.settle();
    }

    private JobId running(Container container) throws Exception {
        container.configure();
        JobId run = container.deployed().get(0).attempt().job();
        container.await(JobStatus.RUNNING);
        return run;
    }

    /** And nothing else was. */
    private void assertOnlyForgottenIsDeleted() throws Exception {
        assertThat(store.deleted.take()).isEqualTo(FORGOTTEN);
        second.settle();
        assertThat(store.deleted).isEmpty();
    }

    @Test
    void theLogOfASubmittedRunGoesWithItsContainer() throws Exception {
        first.dispatcher.submit(new JobSubmission("s", "p", Map.of("parallelism", "1"), Map.of()));
        JobId submitted = first.deployed().get(0).attempt().job();
        restart();
        assertThat(List.of(store.deleted.take(), store.deleted.take())).containsExactlyInAnyOrder(FORGOTTEN, submitted);
    }

    @Test
    void theLogOfARecordedRunStaysUntilItIsOver() throws Exception {
        JobId recorded = running(first);
        restart();
        assertOnlyForgottenIsDeleted();
        assertThat(second.await(JobStatus.SUSPENDED).cause().orElseThrow()).contains("configuration");
        assertThat(store.jobs(DIRECTORY)).containsExactly(recorded);
        second.configure();
        List<TaskDeployment> tasks = second.deployed();
        assertThat(tasks.get(0).attempt().attempt()).as("the log was read").isEqualTo(1);
        second.finish(tasks);
        second.await(JobStatus.FINISHED);
        assertThat(store.deleted.take()).isEqualTo(recorded);
    }

    @Test
    void theLogOfARunThatIsRecordedAsOverGoes() throws Exception {
        JobId run = running(first);
        store.refusesToDelete = true;
        first.dispatcher.cancel("c");
        first.await(JobStatus.CANCELED);
        store.refused.await();
        store.refusesToDelete = false;
        restart();
        assertThat(List.of(store.deleted.take(), store.deleted.take())).containsExactlyInAnyOrder(FORGOTTEN, run);
    }

    @Test
    void aStoreThatComesLateOrAgainIsLookedInto() throws Exception {
        second = new Container(root.resolve("second"), first);
        second.bench.plugins.unregister(JobEventStore.class, "file", second.bench.store);
        second.dispatcher.recover(name -> true);
        second.settle();
        assertThat(store.lists).isEmpty();
        storeComes(second);
        assertOnlyForgottenIsDeleted();
        second.bench.plugins.unregister(JobEventStore.class, "file", store);
        forgotten();
        second.settle();
        storeComes(second);
        assertOnlyForgottenIsDeleted();
    }

    @Test
    void aRunThatBeginsWhileTheStoreIsListedKeepsItsLog() throws Exception {
        store.listing = new CountDownLatch(1);
        restart();
        store.lists.take();
        JobId run = running(second);
        store.listing.countDown();
        assertOnlyForgottenIsDeleted();
        assertThat(store.jobs(DIRECTORY)).containsExactly(run);
    }

    @Test
    void whileARecordCannotBeReadNothingIsDeleted() throws Exception {
        running(first);
        Files.write(root.resolve("first/jobs/c/run"), new byte[100]);
        restart();
        store.lists.take();
        second.await(JobStatus.FAILED);
        second.settle();
        assertThat(store.deleted).isEmpty();
        second.bench.plugins.unregister(JobEventStore.class, "file", store);
        second.configure();
        second.dispatcher.start("c");
        second.settle();
        storeComes(second);
        second.deployed();
        assertThat(store.deleted.take()).isNotNull();
        assertThat(store.deleted.take()).as("the record is a new one").isNotNull();
    }

    @Test
    void aStoreThatCannotBeListedIsAskedAgain() throws Exception {
        store.refusesToList = true;
        restart();
        store.lists.take();
        second.settle();
        store.refusesToList = false;
        while (store.deleted.isEmpty()) {
            second.bench.runtime.advance(Duration.ofSeconds(10));
            second.settle();
        }
        assertOnlyForgottenIsDeleted();
    }

    @Test
    void whatWasPutAsideStays() throws Exception {
        store.setAside(FORGOTTEN, DIRECTORY);
        restart();
        store.asides.take();
        second.settle();
        assertThat(store.deleted).isEmpty();
        assertThat(store.putAside(DIRECTORY)).hasSize(1);
    }

    private static final class WatchedStore extends InMemoryJobEventStore {
        final BlockingQueue<JobId> deleted = new LinkedBlockingQueue<>();
        final BlockingQueue<Path> lists = new LinkedBlockingQueue<>();
        final BlockingQueue<Path> asides = new LinkedBlockingQueue<>();
        final CountDownLatch refused = new CountDownLatch(1);
        volatile boolean refusesToDelete;
        volatile boolean refusesToList;
        volatile CountDownLatch listing = new CountDownLatch(0);

        @Override
        public List<JobId> jobs(Path directory) {
            lists.add(directory);
            if (refusesToList) {
                throw new IllegalStateException("planted");
            }
            await(listing);
            return super.jobs(directory);
        }

        @Override
        public List<String> putAside(Path directory) {
            asides.add(directory);
            return super.putAside(directory);
        }

        @Override
        public void delete(JobId job, Path directory) {
            if (refusesToDelete) {
                refused.countDown();
                throw new IllegalStateException("planted");
            }
            super.delete(job, directory);
            deleted.add(job);
        }

        private static void await(CountDownLatch latch) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static final class Nobody implements JobEventLog.Listener {
        @Override
        public void durable(long position) {}

        @Override
        public void drained() {}

        @Override
        public void degraded(long position, String words) {}

        @Override
        public void fenced(String words) {}
    }
}
