package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.kernel.config.JobOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Sets of tasks as runs of subtasks: vertex, first subtask, how many. */
final class TaskSets {
    private static final int MAX_SUBTASKS = JobOptions.PARALLELISM_LIMIT;

    private record Run(int vertex, int first, int count) {}

    private TaskSets() {}

    static void write(RecordOutput out, Set<TaskId> tasks) {
        List<Run> runs = new ArrayList<>();
        for (TaskId task : new TreeSet<>(tasks)) {
            Run last = runs.isEmpty() ? null : runs.get(runs.size() - 1);
            if (last != null && last.vertex == task.vertex() && last.first + last.count == task.subtask()) {
                runs.set(runs.size() - 1, new Run(last.vertex, last.first, last.count + 1));
            } else {
                runs.add(new Run(task.vertex(), task.subtask(), 1));
            }
        }
        out.writeVarLong(runs.size());
        for (Run run : runs) {
            out.writeVarLong(run.vertex);
            out.writeVarLong(run.first);
            out.writeVarLong(run.count);
        }
    }

    /**
     * @throws IllegalArgumentException if a run is longer than any vertex can be
     */
    static Set<TaskId> read(RecordInput in) {
        Set<TaskId> tasks = new TreeSet<>();
        int runs = in.readLength();
        for (int i = 0; i < runs; i++) {
            int vertex = TaggedInput.index(in.readVarLong());
            int first = TaggedInput.index(in.readVarLong());
            int count = TaggedInput.index(in.readVarLong());
            if (count > MAX_SUBTASKS || first > MAX_SUBTASKS - count) {
                throw new IllegalArgumentException(
                        "No vertex has the subtasks " + first + " to " + ((long) first + count - 1));
            }
            for (int subtask = first; subtask < first + count; subtask++) {
                tasks.add(new TaskId(vertex, subtask));
            }
        }
        return tasks;
    }
}
