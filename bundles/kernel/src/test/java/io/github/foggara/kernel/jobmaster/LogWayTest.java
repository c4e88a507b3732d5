package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.StoreBetween;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a JobMaster does as its log comes after it, stands still, fails, or is somebody else's. */
@Timeout(60)
class LogWayTest {
    private final Bench bench = new Bench();
    private final TestRun run = new TestRun(bench, Map.of("parallelism", "1"));
    /** Positions that are durable and of which the JobMaster does not know. */
    private final BlockingQueue<Long> durable = new LinkedBlockingQueue<>();

    private final CountDownLatch asked = new CountDownLatch(2);

    private volatile boolean holds;
    private volatile boolean full;
    private volatile JobEventLog.Listener listener;

    @BeforeEach
    void store() {
        bench.plugins.register(JobEventStore.class, "file", "between/1.0", 9, new StoreBetween(bench.store) {
            @Override
            public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
                listener = context.listener();
                return new LogBetween(super.open(job, epoch, heard(context, new Held(listener)), replay)) {
                    @Override
                    public boolean full() {
                        if (full) {
                            asked.countDown();
                        }
                        return full;
                    }
                };
            }
        });
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void nothingIsDoneBeforeTheDecisionIsDurable() throws Exception {
        holds = true;
        run.start();
        long position = take(durable);
        assertThat(bench.executor.deployed).isEmpty();
        assertThat(bench.executor.master).as("taken over").isNull();
        listener.durable(position);
        run.deployed(2);
    }

    @Test
    void whileTheLogIsFullTasksThatHaveFinishedWait() throws Exception {
        List<TaskDeployment> tasks = run.start().deployed(2);
        full = true;
        run.finish(tasks);
        run.master.cancel();
        assertThat(List.of(take(bench.executor.cancelled), take(bench.executor.cancelled)))
                .as("they are not known to have finished")
                .containsExactlyInAnyOrder(tasks.get(0).attempt(), tasks.get(1).attempt());
        assertThat(run.end().state()).isEqualTo(JobStatus.CANCELED);
    }

    @Test
    void whenItHasRoomAgainNoneOfThemIsLost() throws Exception {
        List<TaskDeployment> tasks = run.start().deployed(2);
        full = true;
        run.finish(tasks);
        asked.await();
        full = false;
        listener.drained();
        assertThat(run.end().state()).isEqualTo(JobStatus.FINISHED);
    }

    @Test
    void withoutALogTheJobGoesOnAndSaysSo() throws Exception {
        holds = true;
        run.start();
        take(durable);
        listener.degraded(0, "no space left");
        List<TaskDeployment> tasks = run.deployed(2);
        run.finish(tasks);
        RunReport last = run.end();
        assertThat(last.state()).isEqualTo(JobStatus.FINISHED);
        assertThat(last.health())
                .singleElement()
                .asString()
                .contains("The event log of job 'job' cannot be written", "no space left");
    }

    @Test
    void whoeverIsFencedGivesNoMoreOrders() throws Exception {
        List<TaskDeployment> tasks = run.start().deployed(2);
        listener.fenced("epoch 9 is there");
        assertThat(take(run.deaths)).contains("Another JobMaster has taken over job 'job'", "epoch 9");
        run.finish(tasks);
        bench.awaitThreads();
        assertThat(bench.executor.cancelled).isEmpty();
        assertThat(bench.executor.released).isEmpty();
        assertThat(bench.sink.calls).containsExactly("open");
    }

    /** Keeps from the JobMaster what is durable, if the test says so. */
    private final class Held extends StoreBetween.ListenerBetween {
        Held(JobEventLog.Listener listener) {
            super(listener);
        }

        @Override
        public void durable(long position) {
            if (holds) {
                durable.add(position);
            } else {
                super.durable(position);
            }
        }
    }
}
