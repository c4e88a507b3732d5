package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.foggara.api.client.TaskManagerInfo;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.kernel.fixture.Deployments;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.Order;
import io.github.foggara.kernel.remote.message.Registration;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The cluster as one executor, with TaskManagers that say what a test says. */
@Timeout(60)
class ClusterExecutorTest extends ClusterExecutorFixture {
    @Test
    void attemptsArePlacedAndTheirLocationsTold() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        ScriptedTaskManager two = registered(2, 1);
        place(1, FIRST, SECOND);
        assertThat(one.next(Order.Place.class).placement().attempts()).containsExactly(FIRST);
        assertThat(two.next(Order.Place.class).placement().attempts()).containsExactly(SECOND);
        two.say(new Answer.Placed(JOB, 1, List.of(SECOND), "there".getBytes(StandardCharsets.UTF_8), ""));
        assertThat(owner.next())
                .isEqualTo(new FakeOwner.Placed(List.of(SECOND), new ContainerId(0, 2).toString(), "there", ""));
        one.say(new Answer.Placed(JOB, 1, List.of(FIRST), new byte[0], "no plugin"));
        assertThat(owner.next())
                .isEqualTo(new FakeOwner.Placed(List.of(FIRST), new ContainerId(0, 1).toString(), "", "no plugin"));
    }

    @Test
    void aPlaceSaysWhatItsTaskManagerHasToShare() throws Exception {
        ScriptedTaskManager one = registered(1, 3);
        place(1, FIRST);
        one.next(Order.Place.class);
        one.say(new Answer.Placed(JOB, 1, List.of(FIRST), new byte[0], ""));
        owner.next(FakeOwner.Placed.class);
        assertThat(owner.room).isEqualTo(new Place.Room(ScriptedTaskManager.MEMORY, 3));
    }

    @Test
    void aJobWaitsForSlotsAndIsToldHowMany() throws Exception {
        place(1, FIRST, SECOND);
        assertThat(owner.next()).isEqualTo("missing 2");
        ScriptedTaskManager one = registered(1, 1);
        assertThat(owner.next()).isEqualTo("missing 1");
        assertThat(one.hasOrder()).isFalse();
        registered(2, 1);
        assertThat(owner.next()).isEqualTo("missing 0");
        assertThat(one.next(Order.Place.class).placement().attempts()).containsExactly(FIRST);
    }

    @Test
    void ordersGoWhereTheAttemptIsInTheirOrder() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        ScriptedTaskManager two = registered(2, 1);
        place(1, FIRST, SECOND);
        deploy(one, FIRST);
        deploy(two, SECOND);
        for (int i = 1; i <= 500; i++) {
            cluster.checkpointCompleted(i % 2 == 0 ? FIRST : SECOND, 1, i);
        }
        for (int i = 2; i <= 500; i += 2) {
            assertThat(one.next(Order.Completed.class)).isEqualTo(new Order.Completed(FIRST, 1, i));
        }
        for (int i = 1; i <= 500; i += 2) {
            assertThat(two.next(Order.Completed.class)).isEqualTo(new Order.Completed(SECOND, 1, i));
        }
    }

    @Test
    void whatALostTaskManagerRanHasFailed() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        ScriptedTaskManager two = registered(2, 1);
        place(1, FIRST, SECOND);
        deploy(one, FIRST);
        deploy(two, SECOND);
        one.disconnect();
        runtime.awaitExactly(GRACE);
        runtime.advance(GRACE);
        FakeOwner.Reported reported = owner.next(FakeOwner.Reported.class);
        assertThat(reported.attempt()).isEqualTo(FIRST);
        TaskReport.Failed failed = (TaskReport.Failed) reported.report();
        assertThat(failed.kind()).isEqualTo(FailureClass.EXECUTOR_LOST);
        assertThat(failed.trace()).contains("TaskManager", "at host1:1", "is lost", "5000 ms");
        ExecutionAttemptId next = new ExecutionAttemptId(JOB, 0, 0, 1);
        place(1, next);
        assertThat(owner.next()).isEqualTo("ending 1");
        runtime.awaitExactly(SILENCE);
        runtime.advance(SILENCE);
        assertThat(owner.next()).isEqualTo("missing 1");
        assertThat(owner.next()).isEqualTo("ending 0");
        ScriptedTaskManager three = registered(3, 1);
        deploy(three, next);
        settle();
        assertThat(cluster.taskManagers())
                .extracting(TaskManagerInfo::address, TaskManagerInfo::freeSlots)
                .containsExactly(tuple("host2:1", 0), tuple("host3:1", 0));
    }

    @Test
    void aTaskManagerThatComesBackWithinTheGraceGoesOn() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        one.disconnect();
        runtime.awaitExactly(GRACE);
        assertThat(cluster.taskManagers())
                .extracting(TaskManagerInfo::state, TaskManagerInfo::slots)
                .containsExactly(tuple("AWAY", 1));
        cluster.checkpointCompleted(FIRST, 1, 7);
        one.say(new Answer.RequestSplit(FIRST, 1));
        runtime.advance(GRACE.minusMillis(1));
        Registration.Accepted accepted = one.register();
        assertThat(accepted.resumed()).isTrue();
        assertThat(one.next(Order.Completed.class)).isEqualTo(new Order.Completed(FIRST, 1, 7));
        assertThat(owner.next()).isEqualTo("split " + FIRST);
        runtime.advance(GRACE);
        settle();
        assertThat(owner.silent()).isTrue();
    }

    @Test
    void aTaskManagerThatComesBackLaterBeginsAnew() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        one.disconnect();
        runtime.awaitExactly(GRACE);
        runtime.advance(GRACE);
        owner.next(FakeOwner.Reported.class);
        Registration.Accepted refused = one.register();
        assertThat(refused.session()).isZero();
        settle();
        assertThat(cluster.taskManagers()).isEmpty();
        one.forgetSession();
        assertThat(one.register().session()).isNotZero();
        place(1, SECOND);
        deploy(one, SECOND);
    }

    /** The network ended so that only one side knows of it. */
    @Test
    void aNewConnectionTakesThePlaceOfTheFormerOne() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        assertThat(one.register().resumed()).isTrue();
        assertThat(one.awaitEnd()).contains("replaced by a newer connection");
        cluster.cancel(FIRST, 1);
        one.next(Order.Cancel.class);
        runtime.advance(GRACE.multipliedBy(2));
        settle();
        assertThat(owner.silent()).isTrue();
    }

    @Test
    void anotherLifeOfTheSameContainerIsAnotherTaskManager() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        one.forgetSession();
        one.register();
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(FIRST);
    }

    @Test
    void aTakeOverIsAnsweredWhenAllHaveAnswered() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        ScriptedTaskManager two = registered(2, 1);
        ScriptedTaskManager three = registered(3, 1);
        ExecutionAttemptId third = new ExecutionAttemptId(JOB, 0, 2, 0);
        place(1, FIRST, SECOND, third);
        deploy(one, FIRST);
        deploy(two, SECOND);
        deploy(three, third);
        cluster.takeOver(JOB, 2, owner);
        one.next(Order.TakeOver.class);
        two.next(Order.TakeOver.class);
        one.say(new Answer.Attempts(JOB, 2, List.of(FIRST)));
        // It ends before the others have answered: who heard of it later would wait for its end.
        one.say(new Answer.Report(FIRST, 2, new TaskReport.Canceled()));
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(FIRST);
        two.say(new Answer.Attempts(JOB, 2, List.of(SECOND)));
        three.disconnect();
        runtime.awaitExactly(GRACE);
        assertThat(owner.silent()).isTrue();
        runtime.advance(GRACE);
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(third);
        assertThat(owner.next()).as("it may run still").isEqualTo("away");
        runtime.awaitExactly(SILENCE);
        assertThat(owner.silent()).isTrue();
        runtime.advance(SILENCE);
        assertThat(owner.next()).isEqualTo("back");
        assertThat(owner.next()).isEqualTo(List.of(SECOND));
    }

    @Test
    void withoutTaskManagersNothingRunsAndAllIsReleased() throws Exception {
        cluster.takeOver(JOB, 1, owner);
        assertThat(owner.next()).isEqualTo(List.of());
        cluster.releaseJob(JOB, 1, owner);
        assertThat(owner.next()).isEqualTo("released");
    }

    @Test
    void aReleaseIsAnsweredWhenAllHaveLetGoAndItsSlotsAreFree() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        ScriptedTaskManager two = registered(2, 1);
        place(1, FIRST, SECOND);
        deploy(one, FIRST);
        deploy(two, SECOND);
        cluster.releaseJob(JOB, 1, owner);
        one.next(Order.Release.class);
        two.next(Order.Release.class);
        ExecutionAttemptId other = new ExecutionAttemptId(new JobId(2, 2), 0, 0, 0);
        place(1, other);
        assertThat(owner.next()).isEqualTo("missing 1");
        one.say(new Answer.Released(JOB, 1));
        settle();
        assertThat(owner.silent()).isTrue();
        two.say(new Answer.Released(JOB, 1));
        assertThat(List.of(owner.next(), owner.next())).containsExactlyInAnyOrder("released", "missing 0");
        assertThat(one.next(Order.Place.class).placement().attempts()).containsExactly(other);
    }

    @Test
    void ordersAndAnswersOfAFormerEpochAreDropped() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        cluster.takeOver(JOB, 2, owner);
        one.next(Order.TakeOver.class);
        FakeOwner former = new FakeOwner();
        cluster.place(new Placement(JOB, 1, List.of(SECOND), "local", Configuration.EMPTY), former);
        cluster.deploy(Deployments.of(FIRST, 1), former);
        one.say(new Answer.Report(FIRST, 1, new TaskReport.Running()));
        one.say(new Answer.Attempts(JOB, 2, List.of(FIRST)));
        assertThat(owner.next()).isEqualTo(List.of(FIRST));
        settle();
        assertThat(former.silent()).isTrue();
        assertThat(one.hasOrder()).isFalse();
        assertThat(cluster.stale()).as("two orders and an answer").isEqualTo(3);
    }

    @Test
    void aTaskManagerWhoseMessagesHaveAGapIsLost() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        one.say(ClusterMessages.encode(new Answer.RequestSplit(FIRST, 1)).numbered(5, 0));
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(FIRST);
        assertThat(one.awaitEnd()).contains("comes its message 5");
    }

    @Test
    void whatWasNotToldItsPlaceGoesElsewhereAndWhatWasFails() throws Exception {
        ScriptedTaskManager one = registered(1, 2);
        place(1, FIRST);
        one.next(Order.Place.class);
        one.say(new Answer.Placed(JOB, 1, List.of(FIRST), new byte[0], ""));
        owner.next(FakeOwner.Placed.class);
        place(1, SECOND);
        one.next(Order.Place.class);
        one.disconnect();
        runtime.awaitExactly(GRACE);
        runtime.advance(GRACE);
        assertThat(owner.next()).isEqualTo("missing 1");
        ScriptedTaskManager two = registered(2, 1);
        assertThat(owner.next()).isEqualTo("missing 0");
        assertThat(two.next(Order.Place.class).placement().attempts()).containsExactly(SECOND);
        cluster.deploy(Deployments.of(FIRST, 1), owner);
        TaskReport.Failed failed =
                (TaskReport.Failed) owner.next(FakeOwner.Reported.class).report();
        assertThat(failed.kind()).isEqualTo(FailureClass.EXECUTOR_LOST);
    }

    @Test
    void aSessionIsEndedByItsOwnTaskManagerAlone() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        one.deregister(1);
        one.say(new Answer.RequestSplit(FIRST, 1));
        assertThat(owner.next()).isEqualTo("split " + FIRST);
        assertThat(cluster.stale()).isEqualTo(1);
        one.deregister(0);
        TaskReport.Failed failed =
                (TaskReport.Failed) owner.next(FakeOwner.Reported.class).report();
        assertThat(failed.kind()).isEqualTo(FailureClass.EXECUTOR_LOST);
        assertThat(failed.trace()).contains("at host1:1", "it has ended its session itself");
    }

    @Test
    void lastOrdersAreSaidBeforeTheConnectionsEnd() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        cluster.abandonJob(JOB);
        assertThat(cluster.drain(Duration.ofSeconds(50))).isTrue();
        node.close();
        assertThat(one.next(Order.Abandon.class).job()).isEqualTo(JOB);
    }

    @Test
    void aNewerAttemptTakesTheSlotOfOneThatWasNeverDeployed() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        one.next(Order.Place.class);
        ExecutionAttemptId newer = new ExecutionAttemptId(JOB, 0, 0, 1);
        place(1, newer);
        deploy(one, newer);
    }

    @Test
    void aDeploymentThatIsTooLargeFailsInWords() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        one.next(Order.Place.class);
        cluster.deploy(Deployments.of(FIRST, 1, "x".repeat(61 << 20)), owner);
        TaskReport.Failed failed =
                (TaskReport.Failed) owner.next(FakeOwner.Reported.class).report();
        assertThat(failed.kind()).isEqualTo(FailureClass.UNRECOVERABLE);
        assertThat(failed.trace()).contains("too large", "at most");
    }
}
