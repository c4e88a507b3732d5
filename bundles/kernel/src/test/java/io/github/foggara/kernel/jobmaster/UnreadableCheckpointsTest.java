package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.MemoryStorage;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Checkpoints that are whole and cannot be read for now. */
@Timeout(60)
class UnreadableCheckpointsTest {
    private static final Duration RETRY = Duration.ofSeconds(10);

    private final CheckpointRun first = new CheckpointRun();
    private CheckpointRun next;

    @AfterEach
    void close() {
        first.bench.close();
        if (next != null) {
            next.bench.close();
        }
    }

    /** Going on from an older one would do again what was done since, for a reason that passes. */
    @Test
    void whatCannotBeReadForNowIsTriedAgainAndNotPassedOver() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "older", "one");
        first.complete(tasks, "rest", "two");
        first.storage.unreadable = new IOException("too many open files");
        next = new CheckpointRun(first);
        next.run.start(first.run.id, 1);
        assertThat(next.run
                        .await(report -> report.state() == JobStatus.SUSPENDED)
                        .cause()
                        .orElseThrow())
                .contains("cannot be read for now", "too many open files");
        next.storage.unreadable = null;
        next.bench.runtime.awaitExactly(RETRY);
        next.bench.runtime.advance(RETRY);
        assertThat(next.running().get(0).restore().orElseThrow().checkpoint()).isEqualTo(2);
        assertThat(next.storage.ids()).containsExactly(1L, 2L);
    }

    @Test
    void aNewRunWhoseNamedOneCannotBeReadForNowTriesAgain() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "rest", "one");
        Map<String, String> options = new HashMap<>(CheckpointRun.OPTIONS);
        options.put("execution.state-recovery.path", "elsewhere/chk-1");
        next = new CheckpointRun(new Bench(), new MemoryStorage(), options);
        next.storage.foreign.put("elsewhere/chk-1", first.storage.load("chk-1"));
        next.storage.unreadable = new IOException("stale handle");
        next.run.start();
        next.run.await(report -> report.state() == JobStatus.SUSPENDED);
        next.storage.unreadable = null;
        next.bench.runtime.awaitExactly(RETRY);
        next.bench.runtime.advance(RETRY);
        assertThat(next.running().get(0).restore().orElseThrow().checkpoint()).isEqualTo(1);
    }
}
