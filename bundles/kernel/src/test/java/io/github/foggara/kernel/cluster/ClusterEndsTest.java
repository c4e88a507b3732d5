package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.TaskManagerInfo;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.fixture.Deployments;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.Order;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left in the cluster of jobs that are over, or whose JobMaster has let go of them. */
@Timeout(60)
class ClusterEndsTest extends ClusterExecutorFixture {
    private static final ExecutionAttemptId OTHER = new ExecutionAttemptId(new JobId(2, 2), 0, 0, 0);

    private void released(ScriptedTaskManager manager, long epoch) throws InterruptedException {
        cluster.releaseJob(JOB, epoch, owner);
        manager.next(Order.Release.class);
        manager.say(new Answer.Released(JOB, epoch));
        assertThat(owner.next()).isEqualTo("released");
    }

    @Test
    void aLateOrderOfAFormerEpochTakesNoSlotWhenTheJobIsOver() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        cluster.takeOver(JOB, 2, owner);
        one.next(Order.TakeOver.class);
        one.say(new Answer.Attempts(JOB, 2, List.of()));
        assertThat(owner.next()).isEqualTo(List.of());
        released(one, 2);
        FakeOwner former = new FakeOwner();
        cluster.place(new Placement(JOB, 1, List.of(FIRST), "local", Configuration.EMPTY), former);
        cluster.deploy(Deployments.of(FIRST, 1), former);
        settle();
        assertThat(cluster.taskManagers())
                .singleElement()
                .satisfies(info -> assertThat(info.freeSlots()).isEqualTo(1));
        // It is the next that the TaskManager hears.
        place(1, OTHER);
        deploy(one, OTHER);
        assertThat(former.silent()).isTrue();
    }

    @Test
    void aReleaseThatIsRepeatedIsAnsweredAgain() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        released(one, 2);
        released(one, 2);
        released(one, 3);
    }

    private int free() throws InterruptedException {
        settle();
        return cluster.taskManagers().stream()
                .mapToInt(TaskManagerInfo::freeSlots)
                .sum();
    }

    /** The JobMaster's container is told nothing: the JobMaster is gone. */
    @Test
    void anAbandonedJobKeepsItsSlotsUntilItsTasksHaveEnded() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        ScriptedTaskManager two = registered(2, 1);
        place(1, FIRST, SECOND);
        deploy(one, FIRST);
        deploy(two, SECOND);
        cluster.abandonJob(JOB);
        one.next(Order.Abandon.class);
        two.next(Order.Abandon.class);
        FakeOwner other = new FakeOwner();
        cluster.place(new Placement(OTHER.job(), 1, List.of(OTHER), "local", Configuration.EMPTY), other);
        assertThat(other.next()).isEqualTo("missing 1");
        assertThat(free()).isZero();
        one.say(new Answer.Report(FIRST, 1, new TaskReport.Canceled()));
        assertThat(other.next()).isEqualTo("missing 0");
        assertThat(one.next(Order.Place.class).placement().attempts()).containsExactly(OTHER);
        two.disconnect();
        runtime.awaitExactly(GRACE);
        runtime.advance(GRACE);
        runtime.awaitExactly(SILENCE);
        runtime.advance(SILENCE);
        settle();
        assertThat(owner.silent()).isTrue();
        cluster.place(new Placement(JOB, 1, List.of(FIRST), "local", Configuration.EMPTY), owner);
        settle();
        assertThat(owner.silent()).as("an order of the JobMaster that is gone").isTrue();
        place(2, SECOND);
        assertThat(owner.next()).as("one of a later").isEqualTo("missing 1");
    }

    @Test
    void anAbandonedJobMayGoOnWhileItsTasksEnd() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        cluster.abandonJob(JOB);
        one.next(Order.Abandon.class);
        cluster.takeOver(JOB, 2, owner);
        one.next(Order.TakeOver.class);
        one.say(new Answer.Attempts(JOB, 2, List.of(FIRST)));
        assertThat(owner.next()).isEqualTo(List.of(FIRST));
        assertThat(free()).isZero();
        one.say(new Answer.Report(FIRST, 2, new TaskReport.Canceled()));
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(FIRST);
        assertThat(free()).isEqualTo(1);
    }

    /** Orders of the JobMaster crossed what the TaskManager said, or it is the JobMaster's container that is new. */
    @Test
    void whatATaskManagerSaysThatItRunsTakesSlotsEvenAboveWhatItHas() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, OTHER);
        deploy(one, OTHER);
        cluster.takeOver(JOB, 1, owner);
        one.next(Order.TakeOver.class);
        one.say(new Answer.Attempts(JOB, 1, List.of(FIRST)));
        assertThat(owner.next()).isEqualTo(List.of(FIRST));
        one.say(new Answer.Report(OTHER, 1, new TaskReport.Canceled()));
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(OTHER);
        assertThat(free()).isZero();
        place(1, SECOND);
        assertThat(owner.next()).isEqualTo("missing 1");
        one.say(new Answer.Report(FIRST, 1, new TaskReport.Canceled()));
        assertThat(owner.next(FakeOwner.Reported.class).attempt()).isEqualTo(FIRST);
        assertThat(owner.next()).isEqualTo("missing 0");
        deploy(one, SECOND);
    }
}
