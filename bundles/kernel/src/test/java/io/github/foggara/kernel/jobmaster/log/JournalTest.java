package io.github.foggara.kernel.jobmaster.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.checkpoint.CheckpointContext.Summary;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.kernel.jobmaster.state.Counters;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobEventCodec;
import io.github.foggara.kernel.jobmaster.state.JobState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** When a log is compacted, and that it stays small. */
class JournalTest {
    private static final JobId JOB = new JobId(1, 2);
    private static final TaskId TASK = new TaskId(0, 0);

    private final JobEventCodec codec = new JobEventCodec(JOB);
    private final JobState state = new JobState(JOB);
    private final Log log = new Log();

    /** Holds what a store would. */
    private static final class Log implements JobEventLog {
        final List<EventRecord> events = new ArrayList<>();
        boolean forgets = true;
        boolean fails;
        int asked;
        int most;
        private long last;

        @Override
        public Opening opening() {
            return new Opening(End.EMPTY, 0, "");
        }

        @Override
        public long append(EventRecord event) {
            events.add(event);
            most = Math.max(most, events.size());
            return ++last;
        }

        @Override
        public OptionalLong compact(EventRecord image) {
            asked++;
            if (fails) {
                throw new IllegalStateException("no more");
            }
            if (!forgets) {
                return OptionalLong.empty();
            }
            events.clear();
            return OptionalLong.of(append(image));
        }

        @Override
        public boolean full() {
            return false;
        }

        @Override
        public void close() {}
    }

    private Journal journal(int most) {
        return new Journal(state, codec, log, new LogGrowth(most), new Outbox());
    }

    private static void checkpoint(Journal journal, long id) {
        journal.record(new JobEvent.CheckpointIssued(id, Kind.CHECKPOINT));
        journal.record(new JobEvent.CheckpointCompleted(
                new Pointer(id, id, Kind.CHECKPOINT, "chk-" + id, 100),
                new Summary(id, Kind.CHECKPOINT, 1, 2, 3, 4, Optional.of("a task"))));
        if (id > 1) {
            journal.record(new JobEvent.CheckpointDiscarded(id - 1));
        }
    }

    private static void start(Journal journal) {
        journal.record(new JobEvent.JobStarted("f", "p", List.of(new JobEvent.JobStarted.Vertex("v", 1)), 0));
    }

    /** A day of a job that takes a checkpoint each second, and more. */
    @Test
    void aHundredThousandCheckpointsLeaveALogOfSomeThousandEvents() {
        Journal journal = journal(10_000);
        start(journal);
        for (long id = 1; id <= 100_000; id++) {
            checkpoint(journal, id);
        }
        assertThat(log.asked).isEqualTo(30);
        assertThat(log.most).isEqualTo(10_001);
        JobState again =
                JobState.replay(JOB, log.events.stream().map(codec::decode).toList());
        assertThat(again.checkpoints().lastIssued()).isEqualTo(100_000);
        assertThat(again.checkpoints().completed())
                .isEqualTo(state.checkpoints().completed());
        assertThat(again.checkpoints().history()).isEqualTo(state.checkpoints().history());
        assertThat(log.events.stream().mapToLong(e -> e.payload().length).sum()).isLessThan(1 << 20);
    }

    @Test
    void whatStandsInTheLogAtItsOpeningCounts() {
        LogGrowth growth = new LogGrowth(10);
        for (int i = 0; i < 9; i++) {
            growth.added(codec.encode(new JobEvent.LogReplaced("w")));
        }
        start(new Journal(state, codec, log, growth, new Outbox()));
        assertThat(log.asked).isEqualTo(1);
    }

    @Test
    void whoCannotForgetIsAskedOnce() {
        log.forgets = false;
        Journal journal = journal(3);
        start(journal);
        for (long id = 1; id <= 10; id++) {
            checkpoint(journal, id);
        }
        assertThat(log.asked).isEqualTo(1);
        assertThat(log.events).hasSize(1 + 3 * 10 - 1);
    }

    @Test
    void aLogThatTakesNoImageIsBroken() {
        log.fails = true;
        Journal journal = journal(1);
        assertThatThrownBy(() -> start(journal)).hasMessage("no more");
        assertThat(journal.broken()).isTrue();
    }

    @Test
    void aLargeImageComesAfterFourTimesItsBytes() {
        Journal journal = journal(1);
        start(journal);
        assertThat(log.asked).isEqualTo(1);
        for (int attempt = 0; attempt < 3; attempt++) {
            finish(journal, attempt, 1 << 20);
            journal.record(new JobEvent.TasksReset("again", Set.of(TASK)));
        }
        assertThat(log.asked).as("3 MiB are in the log").isEqualTo(1);
        finish(journal, 3, 1 << 20);
        assertThat(log.asked).isEqualTo(2);
        assertThat(log.events).hasSize(1);
    }

    @Test
    void anImageThatIsTooLargeIsNotWritten() {
        Journal journal = journal(1);
        start(journal);
        finish(journal, 0, LogGrowth.IMAGE_LIMIT);
        checkpoint(journal, 1);
        assertThat(log.asked).isEqualTo(1);
        assertThat(log.events).as("image, finished, issued, completed").hasSize(4);
    }

    /** What two tasks are to publish fits into an event each, not into one. */
    @Test
    void anImageThatNoEventCanHoldIsNotMade() {
        Journal journal = journal(1_000);
        journal.record(new JobEvent.JobStarted("f", "p", List.of(new JobEvent.JobStarted.Vertex("v", 2)), 0));
        finish(journal, TASK, 0, (16 << 20) - 1_000);
        finish(journal, new TaskId(0, 1), 0, 50 << 20);
        checkpoint(journal, 1);
        assertThat(log.asked).isZero();
        assertThat(log.events).hasSize(5);
    }

    private void finish(Journal journal, int attempt, int bytes) {
        finish(journal, TASK, attempt, bytes);
    }

    private static void finish(Journal journal, TaskId task, int attempt, int bytes) {
        ExecutionAttemptId id = new ExecutionAttemptId(JOB, task.vertex(), task.subtask(), attempt);
        journal.record(new JobEvent.AttemptChanged(id, ExecutionState.DEPLOYING, "test"));
        journal.record(new JobEvent.AttemptChanged(id, ExecutionState.RUNNING, "test"));
        journal.record(new JobEvent.TaskFinished(
                task, attempt, Map.of("sink", List.of(new byte[bytes])), new Counters(0, 0, 0)));
    }
}
