package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.kernel.fixture.ClusterNetwork;
import io.github.foggara.kernel.fixture.ManualRuntime;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.Order;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A JobMaster that is started where another one was killed: it hears of all that runs before anything begins. */
@Timeout(60)
class FormerTaskManagersTest {
    private static final JobId JOB = new JobId(1, 1);
    private static final ExecutionAttemptId FIRST = new ExecutionAttemptId(JOB, 0, 0, 0);
    private static final Duration LIMIT = ClusterOptions.GRACE.fallback().plus(ClusterExecutorFixture.SILENCE);

    @TempDir
    Path data;

    private final ManualRuntime runtime = new ManualRuntime();
    private final ClusterNetwork network = new ClusterNetwork();
    private final FakeOwner owner = new FakeOwner();
    private final List<AutoCloseable> open = new ArrayList<>();
    private int heads = 90;

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
        runtime.close();
    }

    private InetSocketAddress listen(ClusterHead head) throws IOException {
        open.add(head);
        return head.listen(network, ClusterNetwork.settings(runtime, "jobmaster", heads++, Configuration.EMPTY));
    }

    private ClusterHead head() {
        return new ClusterHead(runtime, Configuration.EMPTY, data, (wanted, reply) -> reply.fail("no bundles"));
    }

    private ScriptedTaskManager taskManager(InetSocketAddress jobMaster, long id) {
        ScriptedTaskManager manager = new ScriptedTaskManager(network, runtime, jobMaster, id, 1);
        open.add(manager);
        return manager;
    }

    private Set<ContainerId> written() throws IOException {
        return new RosterFile(data).read();
    }

    @Test
    void aTaskManagerIsWrittenBeforeItIsRegistered() throws Exception {
        InetSocketAddress first = listen(head());
        assertThat(taskManager(first, 1).register().session()).isNotZero();
        assertThat(written()).containsExactly(new ContainerId(0, 1));
        assertThat(taskManager(first, 2).register().session()).isNotZero();
        assertThat(written()).containsExactlyInAnyOrder(new ContainerId(0, 1), new ContainerId(0, 2));
    }

    /** Nothing runs there yet, but may from now on. */
    @Test
    void oneThatBeginsAnewStaysWritten() throws Exception {
        InetSocketAddress address = listen(head());
        ScriptedTaskManager one = taskManager(address, 1);
        one.register();
        one.forgetSession();
        assertThat(one.register().session()).isNotZero();
        // Another is registered when all that was to be written before is on the disk.
        taskManager(address, 2).register();
        assertThat(written()).containsExactlyInAnyOrder(new ContainerId(0, 1), new ContainerId(0, 2));
    }

    @Test
    void aJobWaitsForAllOfThemAndIsToldWhatTheyRun() throws Exception {
        new RosterFile(data).write(Set.of(new ContainerId(0, 1), new ContainerId(0, 2)));
        ClusterHead head = head();
        head.executor().takeOver(JOB, 4, owner);
        InetSocketAddress address = listen(head);
        assertThat(owner.next()).isEqualTo("away");
        ScriptedTaskManager one = taskManager(address, 1);
        one.register();
        one.next(Order.TakeOver.class);
        one.say(new Answer.Attempts(JOB, 4, List.of()));
        assertThat(owner.silent()).isTrue();
        ScriptedTaskManager two = taskManager(address, 2);
        two.runs(3, FIRST);
        two.register();
        two.next(Order.TakeOver.class);
        assertThat(owner.next()).isEqualTo("back");
        assertThat(owner.silent()).isTrue();
        two.say(new Answer.Attempts(JOB, 4, List.of(FIRST)));
        assertThat(owner.next()).isEqualTo(List.of(FIRST));
        two.say(new Answer.Report(FIRST, 4, new TaskReport.Canceled()));
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(FIRST);
    }

    @Test
    void oneThatDoesNotComeIsWaitedForUntilItHasNoticed() throws Exception {
        new RosterFile(data).write(Set.of(new ContainerId(0, 1)));
        ClusterHead head = head();
        listen(head);
        head.executor().takeOver(JOB, 4, owner);
        assertThat(owner.next()).isEqualTo("away");
        runtime.awaitExactly(LIMIT);
        runtime.advance(LIMIT.minusMillis(1));
        assertThat(owner.silent()).isTrue();
        runtime.advance(Duration.ofMillis(1));
        assertThat(owner.next()).isEqualTo("back");
        assertThat(owner.next()).isEqualTo(List.of());
    }

    @Test
    void aDamagedListCostsTheWholeTime() throws Exception {
        Files.writeString(data.resolve("taskmanagers"), "nonsense");
        ClusterHead head = head();
        listen(head);
        head.executor().takeOver(JOB, 4, owner);
        assertThat(owner.next()).isEqualTo("away");
        runtime.awaitExactly(LIMIT);
        assertThat(owner.silent()).isTrue();
        runtime.advance(LIMIT);
        assertThat(owner.next()).isEqualTo("back");
        assertThat(owner.next()).isEqualTo(List.of());
    }

    @Test
    void whoeverStopsInOrderLeavesNobodyToWaitFor() throws Exception {
        ClusterHead head = head();
        taskManager(listen(head), 1).register();
        head.close();
        assertThat(written()).isEmpty();
        ClusterHead next = head();
        listen(next);
        next.executor().takeOver(JOB, 4, owner);
        assertThat(owner.next()).isEqualTo(List.of());
    }

    @Test
    void everyByteOfTheFileCounts() throws Exception {
        RosterFile file = new RosterFile(data);
        assertThat(file.read()).isEmpty();
        file.write(Set.of(new ContainerId(3, 4)));
        byte[] good = Files.readAllBytes(data.resolve("taskmanagers"));
        for (int i = 0; i < good.length; i++) {
            byte[] bad = good.clone();
            bad[i] ^= 1;
            Files.write(data.resolve("taskmanagers"), bad);
            org.assertj.core.api.Assertions.assertThatIOException()
                    .isThrownBy(file::read)
                    .withMessageContaining("is damaged");
        }
        Files.write(data.resolve("taskmanagers"), good);
        assertThat(file.read()).containsExactly(new ContainerId(3, 4));
    }
}
