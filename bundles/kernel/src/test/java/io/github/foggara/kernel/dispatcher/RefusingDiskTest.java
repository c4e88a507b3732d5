package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A run that cannot be recorded does not run. */
@Timeout(60)
class RefusingDiskTest {
    @TempDir
    Path data;

    private Container container;

    @BeforeEach
    void boot() {
        container = new Container(data);
    }

    @AfterEach
    void close() {
        container.close();
    }

    @Test
    void aRunThatCannotBeRecordedDoesNotBegin() throws Exception {
        Disks.refuseRecords(data, "c");
        container.configure();
        assertThat(container.await(JobStatus.FAILED).cause().orElseThrow())
                .contains("The run of job 'c' cannot be recorded", "start the job again");
        assertThat(container.dispatcher.health()).anyMatch(line -> line.contains("cannot be recorded"));
        assertThat(container.bench.sink.calls).isEmpty();
        Disks.acceptRecords(data, "c");
        container.dispatcher.start("c");
        container.finish(container.deployed());
        container.await(JobStatus.FINISHED);
    }

    @Test
    void aLifeWhoseAttemptNumberCannotBeRecordedDoesNotBegin() throws Exception {
        container.bench.programs.remove("p");
        container.configure();
        container.await(JobStatus.SUSPENDED);
        Disks.refuseRecords(data, "c");
        container.bench.programComes("1");
        assertThat(container.await(JobStatus.FAILED).cause().orElseThrow()).contains("cannot be recorded");
        container.bench.awaitThreads();
        assertThat(container.bench.executor.deployed).isEmpty();
        assertThat(container.bench.sink.calls).isEmpty();
        Disks.acceptRecords(data, "c");
        container.dispatcher.start("c");
        container.finish(container.deployed());
        container.await(JobStatus.FINISHED);
    }

    @Test
    void aChangeThatIsNotOnDiskIsShown() throws Exception {
        container.configure();
        container.deployed();
        container.await(JobStatus.RUNNING);
        Disks.refuseRecords(data, "c");
        container.dispatcher.cancel("c");
        container.await(JobStatus.CANCELED);
        assertThat(container.dispatcher.health()).anyMatch(line -> line.contains("make room"));
    }
}
