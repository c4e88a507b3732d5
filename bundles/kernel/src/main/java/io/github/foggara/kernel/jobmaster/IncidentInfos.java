package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.FailureInfo;
import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.kernel.jobmaster.state.Incident;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.jobmaster.state.JobState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Incidents as users see them: with names instead of numbers. */
final class IncidentInfos {
    /** Characters of a cause that are shown; the log has all of it. */
    private static final int LONGEST_CAUSE = 300;

    private IncidentInfos() {}

    static List<IncidentInfo> of(JobState state) {
        return state.incidents().stream()
                .map(incident -> info(incident, state.started()))
                .toList();
    }

    private static IncidentInfo info(Incident incident, JobEvent.JobStarted job) {
        return new IncidentInfo(
                incident.number(),
                incident.millis(),
                incident.failures().stream().map(f -> info(f, job)).toList(),
                incident.strategy(),
                incident.gaveUp().isEmpty() && incident.restarted().isEmpty()
                        ? "the job"
                        : restarted(incident.restarted(), job),
                incident.delayMillis(),
                incident.gaveUp());
    }

    private static FailureInfo info(Failure failure, JobEvent.JobStarted job) {
        return new FailureInfo(
                failure.millis(),
                failure.task().map(task -> vertex(job, task.vertex())).orElse(""),
                failure.task().map(TaskId::subtask).orElse(0),
                failure.attempt(),
                failure.kind().toString(),
                cause(failure));
    }

    /** The words of a task's failure say in their first line where it was; what was thrown follows. */
    private static String cause(Failure failure) {
        String line = firstLine(failure);
        return line.length() <= LONGEST_CAUSE ? line : line.substring(0, LONGEST_CAUSE) + "…";
    }

    private static String firstLine(Failure failure) {
        return failure.words()
                .lines()
                .skip(failure.task().isPresent() ? 1 : 0)
                .findFirst()
                .orElse(failure.words());
    }

    private static String restarted(Set<TaskId> tasks, JobEvent.JobStarted job) {
        Map<Integer, Long> counts =
                tasks.stream().collect(Collectors.groupingBy(TaskId::vertex, TreeMap::new, Collectors.counting()));
        return counts.entrySet().stream()
                .map(e -> vertex(job, e.getKey()) + " (" + e.getValue() + ")")
                .collect(Collectors.joining(", "));
    }

    /** An incident of an earlier graph of the run may name a vertex that is not there any more. */
    private static String vertex(JobEvent.JobStarted job, int vertex) {
        return job != null && vertex < job.vertices().size()
                ? job.vertices().get(vertex).name()
                : "vertex " + vertex;
    }
}
