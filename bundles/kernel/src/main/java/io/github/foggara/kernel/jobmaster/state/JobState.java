package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.TaskId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that is true of a job during one life of its JobMaster: its events, applied in their order. {@link #apply} is the only way to
 * change it; it calls nothing outside this package. Main thread only (a replay has it alone).
 */
public final class JobState {
    /** Newest incidents that are kept with all their words. */
    public static final int INCIDENTS = 20;

    private final JobId job;
    private JobEvent.JobStarted started;
    private List<List<Execution>> vertices = List.of();
    private final Map<ExecutionAttemptId, Execution> leaving = new LinkedHashMap<>();
    private final Incidents incidents = new Incidents();
    private final Checkpoints checkpoints = new Checkpoints();
    /** Highest attempt number of each job so far, so that none is used twice, whatever the graph was. */
    private int lastAttempt = -1;

    private boolean replaying;
    private boolean blank = true;

    public JobState(JobId job) {
        this.job = job;
    }

    /** Applies all that a log held, see {@link #replay(JobEvent)}. */
    public static JobState replay(JobId job, Iterable<JobEvent> events) {
        JobState state = new JobState(job);
        events.forEach(state::replay);
        return state;
    }

    /** Applies the next event that a log held: attempts of the former JobMaster were not logged as deployed. */
    public void replay(JobEvent event) {
        replaying = true;
        try {
            apply(event);
        } finally {
            replaying = false;
        }
    }

    /**
     * @throws IllegalStateException for an event that cannot happen in this state: a bug, or in replay a log of something else
     */
    public void apply(JobEvent event) {
        boolean first = blank;
        blank = false;
        if (checkpoints.apply(event)) {
            return;
        }
        if (event instanceof JobEvent.Imaged e) {
            // Behind the events it stands for it says nothing new.
            if (first) {
                restore(e.image());
            }
        } else if (event instanceof JobEvent.JobStarted e) {
            start(e);
        } else if (event instanceof JobEvent.TaskFinished e) {
            finish(e);
        } else if (event instanceof JobEvent.TasksReset e) {
            reset(e.tasks(), 0);
        } else if (event instanceof JobEvent.FailureDecided e) {
            decide(e.incident());
        } else if (event instanceof JobEvent.FailureNoted e) {
            incidents.note(e.incident(), e.failure());
        } else if (event instanceof JobEvent.AttemptChanged e) {
            change(e);
        } else if (event instanceof JobEvent.AttemptsFound e) {
            e.attempts().forEach(this::found);
        } else if (event instanceof JobEvent.Progressed e) {
            require(e.attempt()).progress(e.progress());
        }
    }

    private void start(JobEvent.JobStarted event) {
        int attempt = event.firstAttempt();
        if (attempt <= lastAttempt) {
            throw new IllegalStateException("Attempt " + attempt + " was used before: the last one was " + lastAttempt);
        }
        List<List<Execution>> made = new ArrayList<>();
        for (int vertex = 0; vertex < event.vertices().size(); vertex++) {
            List<Execution> executions = new ArrayList<>();
            for (int subtask = 0; subtask < event.vertices().get(vertex).parallelism(); subtask++) {
                executions.add(new Execution(new ExecutionAttemptId(job, vertex, subtask, attempt)));
            }
            made.add(executions);
        }
        vertices.forEach(executions -> executions.forEach(e -> leave(e, 0)));
        started = event;
        vertices = made;
        lastAttempt = attempt;
    }

    private void restore(JobImage image) {
        List<Integer> subtasks = image.started().stream()
                .flatMap(e -> e.vertices().stream())
                .map(JobEvent.JobStarted.Vertex::parallelism)
                .toList();
        if (!subtasks.equals(image.attempts().stream().map(List::size).toList())) {
            throw new IllegalStateException("An image has attempts of other tasks than its graph");
        }
        image.started().ifPresent(this::start);
        lastAttempt = image.lastAttempt();
        for (int vertex = 0; vertex < vertices.size(); vertex++) {
            for (int subtask = 0; subtask < vertices.get(vertex).size(); subtask++) {
                int attempt = image.attempts().get(vertex).get(subtask);
                if (attempt > lastAttempt) {
                    throw new IllegalStateException("An image has attempt " + attempt + " after the last one");
                }
                vertices.get(vertex).set(subtask, new Execution(new ExecutionAttemptId(job, vertex, subtask, attempt)));
            }
        }
        image.finished().forEach(this::finish);
        incidents.restore(image.incidents());
        checkpoints.restore(image.checkpoints());
    }

    private void finish(JobEvent.TaskFinished event) {
        Execution execution = current(event.task());
        if (execution.id().attempt() != event.attempt()) {
            throw new IllegalStateException("Attempt " + event.attempt() + " of task " + event.task()
                    + " finished, but attempt " + execution.id().attempt() + " is the current one");
        }
        if (replaying) {
            execution.finishedBefore(event.committables(), event.progress());
        } else {
            execution.finished(event.committables(), event.progress());
        }
    }

    private void decide(Incident incident) {
        incidents.decide(incident);
        reset(incident.restarted(), incident.number());
    }

    private void reset(Collection<TaskId> tasks, long incident) {
        for (TaskId task : tasks) {
            Execution old = current(task);
            ExecutionAttemptId id = old.id();
            int attempt = id.attempt() + 1;
            leave(old, incident);
            Execution next = new Execution(new ExecutionAttemptId(job, id.vertex(), id.subtask(), attempt));
            vertices.get(task.vertex()).set(task.subtask(), next);
            lastAttempt = Math.max(lastAttempt, attempt);
        }
    }

    /** An attempt that was deployed and has not ended goes on until it is told to have. */
    private void leave(Execution old, long incident) {
        if (old.state() != ExecutionState.CREATED && !old.state().ended()) {
            leaving.put(old.id(), old.replaced(incident));
        }
    }

    private void change(JobEvent.AttemptChanged event) {
        Execution execution = require(event.attempt());
        execution.become(event.to(), event.why());
        if (event.to().ended()) {
            leaving.remove(event.attempt());
        }
    }

    private void found(ExecutionAttemptId attempt) {
        if (!leaving.containsKey(attempt)) {
            leaving.put(attempt, Execution.found(attempt));
        }
    }

    private Execution require(ExecutionAttemptId attempt) {
        return find(attempt)
                .orElseThrow(() -> new IllegalStateException("Attempt " + attempt + " is neither current nor leaving"));
    }

    // ---- what it says

    /** The graph this job runs; null before it was decided. */
    public JobEvent.JobStarted started() {
        return started;
    }

    /** Executions of a vertex by subtask. */
    public List<Execution> vertex(int vertex) {
        return Collections.unmodifiableList(vertices.get(vertex));
    }

    /** The current execution of every subtask, in topological order. */
    public Stream<Execution> executions() {
        return vertices.stream().flatMap(List::stream);
    }

    /**
     * @throws IllegalStateException if there is no such task
     */
    public Execution current(TaskId task) {
        if (task.vertex() < 0
                || task.vertex() >= vertices.size()
                || task.subtask() < 0
                || task.subtask() >= vertices.get(task.vertex()).size()) {
            throw new IllegalStateException("There is no task " + task + " in this job");
        }
        return vertices.get(task.vertex()).get(task.subtask());
    }

    /** That attempt, if it is current or was replaced and has not ended. */
    public Optional<Execution> find(ExecutionAttemptId attempt) {
        Execution old = leaving.get(attempt);
        if (old != null) {
            return Optional.of(old);
        }
        if (!attempt.job().equals(job)
                || attempt.vertex() < 0
                || attempt.vertex() >= vertices.size()
                || attempt.subtask() < 0
                || attempt.subtask() >= vertices.get(attempt.vertex()).size()) {
            return Optional.empty();
        }
        Execution current = vertices.get(attempt.vertex()).get(attempt.subtask());
        return current.id().equals(attempt) ? Optional.of(current) : Optional.empty();
    }

    public boolean isLeaving(ExecutionAttemptId attempt) {
        return leaving.containsKey(attempt);
    }

    /** Whether that failure, of an incident of that number, is still of use: not all of many are kept. */
    public boolean keeps(long incident) {
        return incidents.keeps(incident);
    }

    /** A number that no attempt has had. */
    public int nextAttempt() {
        return lastAttempt + 1;
    }

    /** Replaced attempts that have not ended. */
    public List<Execution> leaving() {
        return List.copyOf(leaving.values());
    }

    /** Whether every task has finished. */
    public boolean allFinished() {
        return executions().allMatch(e -> e.state() == ExecutionState.FINISHED);
    }

    /** Whether nothing of the job runs. */
    public boolean allEnded() {
        return leaving.isEmpty() && executions().allMatch(e -> e.state().ended());
    }

    /** What all subtasks made, by uid of the sink, in the order of vertices and subtasks. */
    public Map<String, List<byte[]>> committables() {
        Map<String, List<byte[]>> all = new HashMap<>();
        executions()
                .forEach(execution -> execution
                        .committables()
                        .forEach((uid, list) ->
                                all.computeIfAbsent(uid, u -> new ArrayList<>()).addAll(list)));
        return all;
    }

    public Checkpoints checkpoints() {
        return checkpoints;
    }

    /** The newest ones, newest last. */
    public List<Incident> incidents() {
        return incidents.newest();
    }

    /** Incidents since the run began. */
    public long incidentCount() {
        return incidents.count();
    }

    /** What strategies get to see. */
    public FailoverHistory history() {
        return incidents.history();
    }

    /** What a replay of all events so far would make of them, in place of them. */
    public JobImage image() {
        List<List<Integer>> attempts = vertices.stream()
                .map(executions ->
                        executions.stream().map(e -> e.id().attempt()).toList())
                .toList();
        List<JobEvent.TaskFinished> finished = executions()
                .filter(e -> e.state() == ExecutionState.FINISHED)
                .map(Execution::finishedEvent)
                .toList();
        return new JobImage(
                Optional.ofNullable(started), lastAttempt, attempts, finished, incidents.image(), checkpoints.image());
    }
}
