package io.github.foggara.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.JobSubmission;
import io.github.foggara.kernel.fixture.FakePrograms;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A program that takes its time to define its job holds up that job, and no other one. */
class SlowDefineTest extends ClusterFixture {
    /** More than there are threads for what blocks, and for what each job is coordinated by. */
    private static final int SLOW = 6;

    private final CountDownLatch reachedDefine = new CountDownLatch(SLOW);
    private final CountDownLatch heldInDefine = new CountDownLatch(1);

    @BeforeEach
    void forgetWhatWasPublished() {
        PublishingSink.PUBLISHED.remove("slow");
    }

    /** Before what they wait for is closed. */
    @AfterEach
    void letGo() {
        heldInDefine.countDown();
    }

    private static void define(StreamEnvironment env) {
        env.fromSequence(1, 10).map(Numbers::pass).sinkTo(new PublishingSink("slow"));
    }

    private void hold() {
        reachedDefine.countDown();
        try {
            heldInDefine.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private JobProgram slow() {
        return (env, parameters) -> {
            hold();
            define(env);
        };
    }

    private void submitSlow(int number) {
        kernel.jobs()
                .submit(new JobSubmission("slow-" + number, "slow", Map.of("job.define-timeout", "1 h"), Map.of()));
    }

    private void assertNotOver(int number) {
        JobInfo info = kernel.jobs().job("slow-" + number).orElseThrow();
        assertThat(info.state().terminal()).as("%s", info).isFalse();
    }

    private JobInfo endOfSlow(int number) throws InterruptedException {
        return kernel.jobs().awaitTermination("slow-" + number, LIMIT).orElseThrow();
    }

    @Test
    void inTheJobMaster() throws Exception {
        programs.add("slow", "1", slow());
        boot(LONG_GRACE);
        taskManager(1, 3, LONG_GRACE);
        for (int i = 0; i < SLOW; i++) {
            submitSlow(i);
        }
        reachedDefine.await();
        released.countDown();
        submit(3);
        assertExact(end());
        for (int i = 0; i < SLOW; i++) {
            assertNotOver(i);
            kernel.jobs().cancel("slow-" + i);
            assertThat(endOfSlow(i).state()).isEqualTo(JobStatus.CANCELED);
        }
    }

    /** Each attempt defines the job on its own thread. */
    @Test
    void inATaskManager() throws Exception {
        programs.add("slow", "1", (JobProgram) (env, parameters) -> define(env));
        boot(LONG_GRACE);
        FakePrograms installed = new FakePrograms();
        installed.add("numbers", "1", new Numbers());
        installed.add("slow", "1", slow());
        taskManager(1, configuration(LONG_GRACE, SLOW + 3), installed);
        for (int i = 0; i < SLOW; i++) {
            submitSlow(i);
        }
        reachedDefine.await();
        released.countDown();
        submit(3);
        assertExact(end());
        for (int i = 0; i < SLOW; i++) {
            assertNotOver(i);
        }
        heldInDefine.countDown();
        for (int i = 0; i < SLOW; i++) {
            JobInfo job = endOfSlow(i);
            assertThat(job.state()).as(job.cause().orElse("")).isEqualTo(JobStatus.FINISHED);
        }
        assertThat(PublishingSink.PUBLISHED.get("slow")).hasSize(10);
    }
}
