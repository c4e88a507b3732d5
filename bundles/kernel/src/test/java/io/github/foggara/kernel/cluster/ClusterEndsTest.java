package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.fixture.Deployments;
import io.github.foggara.kernel.gateway.Placement;
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
        assertThat(cluster.taskManagers()).singleElement().satisfies(info -> assertThat(info.freeSlots())
                .isEqualTo(1));
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
}
