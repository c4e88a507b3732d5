package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.gateway.TaskReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One attempt of one subtask. Main thread only. */
final class Execution {
    private static final Logger LOG = LoggerFactory.getLogger(Execution.class);

    private final ExecutionAttemptId id;
    private ExecutionState state = ExecutionState.CREATED;
    private TaskReport.Progress progress = new TaskReport.Progress(0, 0, 0);
    private Map<String, List<byte[]>> committables = Map.of();
    private final List<byte[]> waitingSplits = new ArrayList<>();
    private boolean waitingEnd;

    Execution(ExecutionAttemptId id) {
        this.id = id;
    }

    ExecutionAttemptId id() {
        return id;
    }

    ExecutionState state() {
        return state;
    }

    /**
     * The only way to change the state.
     *
     * @throws IllegalStateException for a transition that is not in the diagram: a bug
     */
    void become(ExecutionState next, String why) {
        if (!state.mayBecome(next)) {
            throw new IllegalStateException(id + ": " + state + " cannot become " + next + " (" + why + ")");
        }
        LOG.debug("{}: {} → {} ({})", id, state, next, why);
        state = next;
    }

    TaskReport.Progress progress() {
        return progress;
    }

    void progress(TaskReport.Progress newest) {
        progress = newest;
    }

    Map<String, List<byte[]>> committables() {
        return committables;
    }

    void committables(Map<String, List<byte[]>> made) {
        committables = made;
    }

    /** Keeps what the enumerator assigned before the task was deployed. */
    void keep(List<byte[]> splits, boolean noMore) {
        waitingSplits.addAll(splits);
        waitingEnd |= noMore;
    }

    boolean hasKept() {
        return waitingEnd || !waitingSplits.isEmpty();
    }

    List<byte[]> keptSplits() {
        return List.copyOf(waitingSplits);
    }

    boolean keptEnd() {
        return waitingEnd;
    }
}
