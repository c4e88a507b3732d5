package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import io.github.foggara.testkit.runtime.ManualRuntime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Triggers that come when a task is about to end, or has ended. */
class TaskCheckpointsTest {
    private final ManualRuntime runtime = new ManualRuntime();
    private final Doorbell bell = new Doorbell(runtime.newParker());
    private final Mailbox mailbox = new Mailbox(bell);
    private final List<TaskReport> reports = new ArrayList<>();
    private final TaskCheckpoints checkpoints =
            new TaskCheckpoints(runtime, new FakePlugins(), mailbox, bell, reports::add);

    private static CheckpointBarrier barrier(long id) {
        return new CheckpointBarrier(id, 0, true);
    }

    private static TaskReport ended(long id) {
        return new TaskReport.Declined(id, CheckpointDecline.TASK_FINISHED, "The task had ended");
    }

    @Test
    void triggersThatNobodyServedAreDeclined() {
        checkpoints.trigger(barrier(1));
        checkpoints.trigger(barrier(2));
        checkpoints.ended(true);
        assertThat(reports).containsExactly(ended(1), ended(2));
    }

    @Test
    void aTriggerAfterTheEndIsDeclined() {
        checkpoints.ended(true);
        checkpoints.trigger(barrier(3));
        assertThat(reports).containsExactly(ended(3));
    }

    @Test
    void aTaskThatDidNotFinishSaysItsLastWordAndNothingElse() {
        checkpoints.trigger(barrier(1));
        checkpoints.ended(false);
        checkpoints.trigger(barrier(2));
        assertThat(reports).isEmpty();
    }

    @Test
    void whileOperatorsFinishTriggersWait() throws Exception {
        checkpoints.finishing(true);
        checkpoints.trigger(barrier(1));
        mailbox.drain();
        assertThat(reports).isEmpty();
        checkpoints.finishing(false);
        assertThat(reports)
                .containsExactly(
                        new TaskReport.Declined(1, CheckpointDecline.NOT_READY, "The job runs without checkpoints"));
    }
}
