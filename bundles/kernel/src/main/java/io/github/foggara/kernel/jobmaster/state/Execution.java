package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.TaskId;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt of one subtask, as far as its JobMaster knows. Main thread; written by {@link JobState} only. */
public final class Execution {
    private static final Logger LOG = LoggerFactory.getLogger(Execution.class);

    private final ExecutionAttemptId id;
    /** The incident it was replaced in; 0 for none. */
    private final long incident;

    private ExecutionState state = ExecutionState.CREATED;
    private Counters progress = Counters.ZERO;
    private Map<String, List<byte[]>> committables = Map.of();

    Execution(ExecutionAttemptId id) {
        this(id, 0);
    }

    private Execution(ExecutionAttemptId id, long incident) {
        this.id = id;
        this.incident = incident;
    }

    /** The same attempt after another one took its place. */
    Execution replaced(long number) {
        Execution old = new Execution(id, number);
        old.state = state;
        old.progress = progress;
        return old;
    }

    /** An attempt that is found where it was not known to be: it is to end. */
    static Execution found(ExecutionAttemptId id) {
        Execution stray = new Execution(id, 0);
        stray.state = ExecutionState.CANCELING;
        return stray;
    }

    public ExecutionAttemptId id() {
        return id;
    }

    public ExecutionState state() {
        return state;
    }

    /** Number of the incident in which another attempt took its place; 0 if that was for another reason, or it is current. */
    public long incident() {
        return incident;
    }

    public Counters progress() {
        return progress;
    }

    /** By uid of the sink; empty before it has finished. */
    public Map<String, List<byte[]>> committables() {
        return committables;
    }

    /** The event by which it has finished. */
    JobEvent.TaskFinished finishedEvent() {
        return new JobEvent.TaskFinished(new TaskId(id.vertex(), id.subtask()), id.attempt(), committables, progress);
    }

    void become(ExecutionState next, String why) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(id + ": " + state + " cannot become " + next + " (" + why + ")");
        }
        LOG.debug("{}: {} → {} ({})", id, state, next, why);
        state = next;
    }

    void progress(Counters newest) {
        progress = newest;
    }

    void finished(Map<String, List<byte[]>> made, Counters last) {
        become(ExecutionState.FINISHED, "all done");
        committables = made;
        progress = last;
    }

    /** As it was logged: the states in between were not. */
    void finishedBefore(Map<String, List<byte[]>> made, Counters last) {
        state = ExecutionState.FINISHED;
        committables = made;
        progress = last;
    }
}
