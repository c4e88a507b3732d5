package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.kernel.jobmaster.state.Execution;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.plan.PlanEdge;
import io.github.foggara.kernel.plan.PlanVertex;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the coordinator of a plugin sees and may do: decisions become events, their effects leave by the outbox. What it says after the life has
 * stopped its checkpoints, or of one that was fenced, has no effect. Main thread only.
 */
final class CheckpointSeam implements CheckpointContext {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointSeam.class);

    /** Topic of what an operator sees while none begins. */
    private static final String RESTING = "checkpoints-rest";

    /** Topic of what an operator sees from a failure to the next complete one. */
    private static final String FAILING = "checkpoints-fail";

    private final LifeCheckpoints checkpoints;
    private final JobSpec spec;
    private final Life life;
    private final JobLifecycle lifecycle;
    private final JobLifecycle.MainTimer timer;

    CheckpointSeam(
            LifeCheckpoints checkpoints,
            JobSpec spec,
            Life life,
            JobLifecycle lifecycle,
            JobLifecycle.MainTimer timer) {
        this.checkpoints = checkpoints;
        this.spec = spec;
        this.life = life;
        this.lifecycle = lifecycle;
        this.timer = timer;
    }

    /** There are no checkpoints that an operator should look at. */
    static void allWell(RunStatus status) {
        status.health(RESTING, null);
        status.health(FAILING, null);
    }

    @Override
    public JobId job() {
        return spec.id();
    }

    @Override
    public String jobName() {
        return spec.name();
    }

    @Override
    public String fingerprint() {
        return life.plan().fingerprint();
    }

    @Override
    public Configuration configuration() {
        return lifecycle.configuration();
    }

    @Override
    public EngineRuntime runtime() {
        return lifecycle.runtime();
    }

    @Override
    public StorageContext storage() {
        return checkpoints.storage();
    }

    @Override
    public List<Vertex> vertices() {
        return life.plan().vertices().stream().map(this::vertex).toList();
    }

    private Vertex vertex(PlanVertex vertex) {
        return new Vertex(
                vertex.index(),
                vertex.name(),
                vertex.chain(),
                vertex.parallelism(),
                life.plan().maxParallelism(),
                vertex.source() ? List.of(vertex.head()) : List.of(),
                life.state().vertex(vertex.index()).stream()
                        .map(execution -> new Attempt(execution.id(), phase(execution)))
                        .toList(),
                life.plan().edgesTo(vertex.index()).stream().map(this::producer).toList());
    }

    private Producer producer(PlanEdge edge) {
        int producers = life.plan().vertices().get(edge.from()).parallelism();
        int consumers = life.plan().vertices().get(edge.to()).parallelism();
        boolean oneToOne = edge.pattern() == PlanEdge.Pattern.POINTWISE && producers == consumers;
        return new Producer(edge.from(), !oneToOne);
    }

    /** What a finished task is to publish stands in no later checkpoint, so none may be taken past it. */
    private static Phase phase(Execution execution) {
        return switch (execution.state()) {
            case CREATED, DEPLOYING -> Phase.STARTING;
            case RUNNING -> Phase.RUNNING;
            case FINISHED -> execution.committables().isEmpty() ? Phase.FINISHED : Phase.UNPUBLISHED;
            default -> Phase.ENDING;
        };
    }

    @Override
    public List<CheckpointMetadata.Pointer> completed() {
        return life.state().checkpoints().completed();
    }

    @Override
    public long lastIssued() {
        return life.state().checkpoints().lastIssued();
    }

    @Override
    public EngineRuntime.Cancellable after(Duration delay, Runnable action) {
        return timer.after(Math.max(0, delay.toNanos()), () -> {
            if (checkpoints.coordinated() && lifecycle.life() == life) {
                action.run();
            }
        });
    }

    @Override
    public <T> void io(BlockingCall<T> action, IoAnswer<T> answer) {
        checkpoints.io(action, answer);
    }

    @Override
    public void issue(long checkpoint, CheckpointMetadata.Kind kind) {
        if (checkpoints.running()) {
            life.journal().record(new JobEvent.CheckpointIssued(checkpoint, kind));
            life.outbox().send(() -> {
                if (checkpoints.running() && !checkpoints.fenced(checkpoint)) {
                    checkpoints.order(c -> c.issued(checkpoint));
                }
            });
        }
    }

    @Override
    public void snapshotCoordinators(long checkpoint) {
        if (checkpoints.running() && !checkpoints.fenced(checkpoint)) {
            life.cuts().ask(checkpoint);
        }
    }

    @Override
    public void trigger(ExecutionAttemptId attempt, ChannelEvent.CheckpointBarrier barrier) {
        if (checkpoints.running() && !checkpoints.fenced(barrier.id())) {
            life.executor().triggerCheckpoint(attempt, life.epoch(), barrier);
        }
    }

    @Override
    public void triggered(long checkpoint) {
        life.cuts().triggered(checkpoint);
    }

    @Override
    public void complete(CheckpointMetadata metadata, CheckpointMetadata.Pointer pointer, Summary summary) {
        long id = pointer.id();
        boolean outdated = checkpoints.fenced(id) || completed().stream().anyMatch(newer -> newer.id() >= id);
        if (!checkpoints.running() || outdated) {
            LOG.info("Checkpoint {} of job {} came too late to count", id, spec.name());
            checkpoints.later(() -> checkpoints.order(
                    c -> c.refused(id, "tasks restarted, or a newer one was complete, before it was")));
        } else if (passesFinished(metadata)) {
            checkpoints.later(() -> lifecycle.failure(
                    FailureClass.ENVIRONMENT,
                    "The checkpoint service completed checkpoint " + id + " of job '" + spec.name()
                            + "' without a task that has finished and whose output is not published"));
        } else {
            life.journal().record(new JobEvent.CheckpointCompleted(pointer, summary));
            checkpoints.restore().completed(metadata);
            lifecycle.status().checkpoints(life);
            lifecycle.status().health(FAILING, null);
            life.outbox().send(() -> recorded(id, metadata.committables()));
        }
    }

    private boolean passesFinished(CheckpointMetadata metadata) {
        return life.state()
                .executions()
                .filter(execution -> execution.state() == ExecutionState.FINISHED)
                .filter(execution -> !execution.committables().isEmpty())
                .map(execution ->
                        new TaskId(execution.id().vertex(), execution.id().subtask()))
                .anyMatch(task ->
                        !metadata.vertices().get(task.vertex()).subtasks().containsKey(task.subtask()));
    }

    /** That it is complete is durable. */
    private void recorded(long id, Map<String, List<byte[]>> committables) {
        if (checkpoints.running()) {
            checkpoints.recorded(id);
            life.coordinators().commitCheckpoint(id, committables);
            checkpoints.order(c -> c.recorded(id));
        }
    }

    @Override
    public void aborted(long checkpoint, CheckpointDecline reason, String words, Summary summary, boolean tasksToo) {
        if (!checkpoints.running()) {
            return;
        }
        LOG.info("Checkpoint {} of job {} is given up ({}): {}", checkpoint, spec.name(), reason, words);
        life.journal().record(new JobEvent.CheckpointAborted(checkpoint, reason.name(), words, summary));
        life.cuts().givenUp(checkpoint);
        if (tasksToo) {
            life.state()
                    .executions()
                    .filter(execution -> execution.state() == ExecutionState.RUNNING)
                    .forEach(execution -> life.executor().checkpointAborted(execution.id(), life.epoch(), checkpoint));
        }
        lifecycle.status().checkpoints(life);
        if (reason.counts()) {
            lifecycle
                    .status()
                    .health(
                            FAILING,
                            "Checkpoints of job '" + spec.name() + "' fail, the last was " + checkpoint + ": " + words);
        }
    }

    @Override
    public void discarded(long checkpoint) {
        if (checkpoints.coordinated() && !life.logBroken()) {
            life.journal().record(new JobEvent.CheckpointDiscarded(checkpoint));
        }
    }

    @Override
    public void resting(Optional<String> why) {
        if (checkpoints.running()) {
            lifecycle
                    .status()
                    .health(
                            RESTING,
                            why.filter(words -> !life.state().allFinished())
                                    .map(words -> "Job '" + spec.name() + "' takes no checkpoints: " + words)
                                    .orElse(null));
        }
    }

    @Override
    public void intolerable(String words) {
        checkpoints.later(() -> lifecycle.failure(FailureClass.ENVIRONMENT, words));
    }
}
