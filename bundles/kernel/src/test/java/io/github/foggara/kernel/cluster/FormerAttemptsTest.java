package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.Order;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No attempt begins while an earlier one of its task may run, wherever that is. */
@Timeout(60)
class FormerAttemptsTest extends ClusterExecutorFixture {
    private static final ExecutionAttemptId NEXT = new ExecutionAttemptId(JOB, 0, 0, 1);

    /** FIRST ran there, and whether it does still is not known. */
    private ScriptedTaskManager lost() throws InterruptedException {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        one.disconnect();
        runtime.awaitExactly(GRACE);
        runtime.advance(GRACE);
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(FIRST);
        runtime.awaitExactly(SILENCE);
        return one;
    }

    /** There is another TaskManager, and what follows FIRST waits for it to end. */
    private ScriptedTaskManager waiting(int slots) throws InterruptedException {
        ScriptedTaskManager two = registered(2, slots);
        place(1, NEXT);
        assertThat(owner.next()).isEqualTo("ending 1");
        return two;
    }

    @Test
    void ofALostTaskManagerTheyAreWaitedForUntilItHasNoticed() throws Exception {
        lost();
        ScriptedTaskManager two = waiting(2);
        place(1, SECOND);
        deploy(two, SECOND);
        runtime.advance(SILENCE.minusMillis(1));
        settle();
        assertThat(two.hasOrder()).isFalse();
        runtime.advance(SILENCE);
        assertThat(owner.next()).isEqualTo("ending 0");
        deploy(two, NEXT);
    }

    @Test
    void aTaskManagerThatComesBackWithNothingIsNotWaitedFor() throws Exception {
        ScriptedTaskManager one = lost();
        ScriptedTaskManager two = waiting(1);
        one.forgetSession();
        one.register();
        assertThat(owner.next()).isEqualTo("ending 0");
        deploy(two, NEXT);
    }

    /** However long user code hangs there, as long as its TaskManager is heard. */
    @Test
    void whatATaskManagerBringsBackIsWaitedForUntilItHasEnded() throws Exception {
        ScriptedTaskManager one = lost();
        ScriptedTaskManager two = waiting(1);
        one.forgetSession();
        one.runs(1, FIRST);
        one.register();
        runtime.advance(SILENCE.plus(GRACE).multipliedBy(100));
        settle();
        assertThat(two.hasOrder()).isFalse();
        assertThat(owner.silent()).isTrue();
        one.say(new Answer.Report(FIRST, 1, new TaskReport.Canceled()));
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(FIRST);
        assertThat(owner.next()).isEqualTo("ending 0");
        deploy(two, NEXT);
    }

    @Test
    void whatHangsAndIsLostAgainIsWaitedForOnceMore() throws Exception {
        ScriptedTaskManager one = lost();
        ScriptedTaskManager two = registered(2, 1);
        one.forgetSession();
        one.runs(1, FIRST);
        one.register();
        place(1, NEXT);
        assertThat(owner.next()).isEqualTo("ending 1");
        one.disconnect();
        runtime.awaitExactly(GRACE);
        runtime.advance(GRACE);
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(FIRST);
        runtime.awaitExactly(SILENCE);
        settle();
        assertThat(two.hasOrder()).isFalse();
        runtime.advance(SILENCE);
        assertThat(owner.next()).isEqualTo("ending 0");
        deploy(two, NEXT);
    }

    @Test
    void whoeverEndsItsSessionSaysWhatRunsStill() throws Exception {
        ScriptedTaskManager one = registered(1, 2);
        place(1, FIRST);
        deploy(one, FIRST);
        place(1, SECOND);
        deploy(one, SECOND);
        ScriptedTaskManager two = registered(2, 2);
        one.runs(1, FIRST);
        one.deregister(0);
        owner.next(FakeOwner.Reported.class);
        owner.next(FakeOwner.Reported.class);
        runtime.awaitExactly(SILENCE);
        place(1, new ExecutionAttemptId(JOB, 0, 1, 1));
        deploy(two, new ExecutionAttemptId(JOB, 0, 1, 1));
        place(1, NEXT);
        assertThat(owner.next()).isEqualTo("ending 1");
        runtime.advance(SILENCE);
        assertThat(owner.next()).isEqualTo("ending 0");
        deploy(two, NEXT);
    }

    /** All that is still there counts as the job's until it has ended. */
    @Test
    void aJobIsNotReleasedWhileSomethingOfItMayRun() throws Exception {
        ScriptedTaskManager one = lost();
        cluster.releaseJob(JOB, 1, owner);
        settle();
        assertThat(owner.silent()).isTrue();
        one.forgetSession();
        one.runs(1, FIRST);
        one.register();
        one.next(Order.Release.class);
        settle();
        assertThat(owner.silent()).isTrue();
        one.say(new Answer.Released(JOB, 1));
        assertThat(owner.next()).isEqualTo("released");
    }

    /** The JobMaster's container is another one: it knows nothing of the job. */
    @Test
    void whatIsFoundOfAJobThatNobodyRunsTakesSlotsUntilItHasEnded() throws Exception {
        ScriptedTaskManager one = taskManager(1, 1);
        one.runs(3, FIRST);
        one.register();
        settle();
        assertThat(cluster.taskManagers().get(0).freeSlots()).isZero();
        FakeOwner former = new FakeOwner();
        cluster.takeOver(JOB, 3, former);
        settle();
        assertThat(one.hasOrder()).as("an order of the epoch that has ended").isFalse();
        ExecutionAttemptId other = new ExecutionAttemptId(new JobId(2, 2), 0, 0, 0);
        place(1, other);
        assertThat(owner.next()).isEqualTo("missing 1");
        one.say(new Answer.Report(FIRST, 3, new TaskReport.Canceled()));
        assertThat(owner.next()).isEqualTo("missing 0");
        deploy(one, other);
        assertThat(former.silent()).isTrue();
    }

    @Test
    void aNewLifeIsToldWhatIsFound() throws Exception {
        ScriptedTaskManager one = taskManager(1, 1);
        one.runs(3, FIRST);
        one.register();
        cluster.takeOver(JOB, 4, owner);
        one.next(Order.TakeOver.class);
        one.say(new Answer.Attempts(JOB, 4, List.of(FIRST)));
        assertThat(owner.next()).isEqualTo(List.of(FIRST));
        one.say(new Answer.Report(FIRST, 4, new TaskReport.Canceled()));
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(FIRST);
        place(4, NEXT);
        assertThat(one.next(Order.Place.class).placement().attempts()).containsExactly(NEXT);
    }
}
