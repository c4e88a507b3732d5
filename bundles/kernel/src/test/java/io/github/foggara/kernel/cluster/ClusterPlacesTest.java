package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.fixture.Deployments;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.Order;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of places that were given before anything was deployed there. */
@Timeout(60)
class ClusterPlacesTest extends ClusterExecutorFixture {
    @Test
    void whatGoesElsewhereKeepsItsShuffleAndConfiguration() throws Exception {
        ScriptedTaskManager one = registered(1, 2);
        Configuration first = new Configuration(Map.of("of", "first"));
        Configuration second = new Configuration(Map.of("of", "second"));
        cluster.place(new Placement(JOB, 1, List.of(FIRST), "local", first), owner);
        cluster.place(new Placement(JOB, 1, List.of(SECOND), "netty", second), owner);
        one.next(Order.Place.class);
        one.next(Order.Place.class);
        one.disconnect();
        runtime.awaitExactly(GRACE);
        runtime.advance(GRACE);
        assertThat(owner.next()).isEqualTo("missing 2");
        ScriptedTaskManager two = registered(2, 2);
        assertThat(two.next(Order.Place.class).placement())
                .isEqualTo(new Placement(JOB, 1, List.of(FIRST), "local", first));
        assertThat(two.next(Order.Place.class).placement())
                .isEqualTo(new Placement(JOB, 1, List.of(SECOND), "netty", second));
    }

    private String words(ExecutionAttemptId attempt) throws InterruptedException {
        cluster.deploy(Deployments.of(attempt, 1), owner);
        FakeOwner.Reported reported = owner.next(FakeOwner.Reported.class);
        assertThat(reported.attempt()).isEqualTo(attempt);
        return ((TaskReport.Failed) reported.report()).trace();
    }

    @Test
    void whatIsDeployedWithoutAPlaceIsToldWhy() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        one.next(Order.Place.class);
        one.say(new Answer.Placed(JOB, 1, List.of(FIRST), new byte[0], ""));
        owner.next(FakeOwner.Placed.class);
        place(1, SECOND);
        assertThat(owner.next()).isEqualTo("missing 1");
        assertThat(words(SECOND)).contains("waits for a slot");
        one.disconnect();
        runtime.awaitExactly(GRACE);
        runtime.advance(GRACE);
        assertThat(words(FIRST)).contains("not deployed", "at host1:1 is lost", "5000 ms");
        assertThat(words(FIRST)).as("once: it has failed by that").contains("no place in the cluster");
        assertThat(words(new ExecutionAttemptId(JOB, 7, 0, 0)))
                .contains("no place in the cluster")
                .doesNotContain("is lost");
    }

    @Test
    void aPlacementThatFailedKeepsNoSlot() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        one.next(Order.Place.class);
        ExecutionAttemptId other = new ExecutionAttemptId(new JobId(2, 2), 0, 0, 0);
        FakeOwner waits = new FakeOwner();
        cluster.place(new Placement(other.job(), 1, List.of(other), "local", Configuration.EMPTY), waits);
        assertThat(waits.next()).isEqualTo("missing 1");
        one.say(new Answer.Placed(JOB, 1, List.of(FIRST), new byte[0], "no plugin"));
        assertThat(owner.next(FakeOwner.Placed.class).trouble()).isEqualTo("no plugin");
        assertThat(waits.next()).isEqualTo("missing 0");
        assertThat(one.next(Order.Place.class).placement().attempts()).containsExactly(other);
    }

    @Test
    void aPlaceThatIsGivenBackIsFree() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        one.next(Order.Place.class);
        cluster.cancel(FIRST, 1);
        ExecutionAttemptId other = new ExecutionAttemptId(new JobId(2, 2), 0, 0, 0);
        place(1, other);
        assertThat(one.next(Order.Place.class).placement().attempts()).containsExactly(other);
        assertThat(words(FIRST)).contains("no place in the cluster");
    }

    /** Its thread may do whatever it was made for still. */
    @Test
    void aSlotWhereSomethingHangsIsFreeWhenItsTaskManagerSaysSo() throws Exception {
        ScriptedTaskManager one = registered(1, 1);
        place(1, FIRST);
        deploy(one, FIRST);
        one.say(new Answer.Report(FIRST, 1, new TaskReport.Quarantined("thread", "stack")));
        owner.next(FakeOwner.Reported.class);
        cluster.releaseJob(JOB, 1, owner);
        one.next(Order.Release.class);
        one.say(new Answer.Released(JOB, 1));
        assertThat(owner.next()).isEqualTo("released");
        ExecutionAttemptId other = new ExecutionAttemptId(new JobId(2, 2), 0, 0, 0);
        place(1, other);
        assertThat(owner.next()).isEqualTo("missing 1");
        one.say(new Answer.Report(FIRST, 1, new TaskReport.Returned()));
        assertThat(owner.next()).isEqualTo("missing 0");
        deploy(one, other);
    }

    @Test
    void aSlotWhereSomethingHangsIsNotOfferedByTheNextSession() throws Exception {
        ScriptedTaskManager one = taskManager(1, 1);
        one.hangs(1, FIRST);
        one.register();
        ExecutionAttemptId other = new ExecutionAttemptId(new JobId(2, 2), 0, 0, 0);
        place(1, other);
        assertThat(owner.next()).isEqualTo("missing 1");
        one.say(new Answer.Report(FIRST, 1, new TaskReport.Returned()));
        assertThat(owner.next()).isEqualTo("missing 0");
        deploy(one, other);
    }
}
