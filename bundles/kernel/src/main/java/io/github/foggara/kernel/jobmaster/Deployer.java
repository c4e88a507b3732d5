package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.OutputDescriptor;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.jobmaster.state.Execution;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.jobmaster.state.JobEvent;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanEdge;
import io.github.foggara.kernel.plan.PlanVertex;
import io.github.foggara.kernel.plan.Wiring;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Deploys the current attempts of tasks: registers every partition they write, then connects their channels, then gives sources the splits
 * they had. Main thread only.
 */
final class Deployer {
    private final JobSpec spec;
    private final Life life;
    private final JobPlan plan;
    private final Map<String, String> memoryTrouble = new LinkedHashMap<>();
    private Map<String, Long> memory;

    Deployer(JobSpec spec, Life life) {
        this.spec = spec;
        this.life = life;
        this.plan = life.plan();
        this.memory = life.memory();
    }

    /**
     * Deploys the current attempts of these tasks, those that are not deployed yet, when what was decided before is durable. An attempt
     * that has been replaced by then is not deployed, nor is any if the life has begun to end.
     *
     * @param wanted in topological order; each with all that it shares pipelined channels with
     */
    void send(Collection<TaskId> wanted, JobMasterGateway owner) {
        List<Execution> executions = wanted.stream()
                .map(life.state()::current)
                .filter(execution -> execution.state() == ExecutionState.CREATED)
                .toList();
        life.outbox().send(() -> place(executions, owner));
    }

    /** Readers are told where what they read is written, so that is decided before anything is deployed. */
    private void place(List<Execution> executions, JobMasterGateway owner) {
        if (!life.executor().places() || life.step() != LifeStep.RUNNING) {
            deploy(executions, owner);
            return;
        }
        List<ExecutionAttemptId> attempts =
                executions.stream().map(Execution::id).filter(this::created).toList();
        life.placements().await(attempts, this::created, () -> deploy(executions, owner));
        life.executor()
                .place(
                        new Placement(
                                spec.id(),
                                life.epoch(),
                                attempts,
                                plan.configuration().get(JobOptions.SHUFFLE_SERVICE),
                                plan.configuration()),
                        owner);
    }

    private boolean created(ExecutionAttemptId id) {
        return life.state()
                .find(id)
                .filter(now -> now.state() == ExecutionState.CREATED)
                .isPresent();
    }

    private void deploy(List<Execution> executions, JobMasterGateway owner) {
        if (life.step() != LifeStep.RUNNING) {
            return;
        }
        List<TaskId> tasks = executions.stream()
                .map(Execution::id)
                .filter(this::created)
                .map(id -> new TaskId(id.vertex(), id.subtask()))
                .toList();
        for (TaskId task : tasks) {
            ExecutionAttemptId attempt = life.state().current(task).id();
            for (PlanEdge edge : plan.edgesFrom(task.vertex())) {
                life.partitions()
                        .register(partition(attempt, edge), life.placements().location(attempt));
            }
        }
        shareMemory(tasks);
        List<TaskDeployment> deployments = tasks.stream().map(this::deployment).toList();
        for (TaskDeployment deployment : deployments) {
            life.journal()
                    .record(new JobEvent.AttemptChanged(
                            deployment.attempt(), ExecutionState.DEPLOYING, "life " + life.attempt()));
            start(deployment, owner);
        }
        tasks.forEach(
                task -> life.placements().forget(life.state().current(task).id()));
    }

    /** Of the places that they have now; those that wait for each other are deployed together. */
    private void shareMemory(List<TaskId> tasks) {
        if (!life.executor().places()) {
            return;
        }
        Map<String, Place> places = new LinkedHashMap<>();
        Map<String, List<List<String>>> uids = new LinkedHashMap<>();
        for (TaskId task : tasks) {
            Place place = life.placements().place(life.state().current(task).id());
            places.put(place.container(), place);
            uids.computeIfAbsent(place.container(), c -> new ArrayList<>())
                    .add(plan.vertices().get(task.vertex()).chain());
        }
        memory = life.shares().limits(places.values());
        memoryTrouble.clear();
        places.forEach(
                (container, place) -> memoryTrouble.put(container, life.shares().trouble(place, uids.get(container))));
    }

    private void start(TaskDeployment deployment, JobMasterGateway owner) {
        String trouble = trouble(deployment);
        if (!trouble.isEmpty()) {
            owner.report(
                    deployment.attempt(),
                    new TaskReport.Failed(
                            FailureClass.ENVIRONMENT, "", "The placement failed: " + trouble, null, null));
            giveBack(deployment.attempt());
            return;
        }
        boolean reaches = deployment.channels().stream()
                .noneMatch(channel ->
                        life.placements().unreachable(channel.partition().id().producer(), deployment.attempt()));
        if (!reaches) {
            owner.report(deployment.attempt(), unreachable(deployment));
            giveBack(deployment.attempt());
            return;
        }
        life.executor().deploy(deployment, owner);
        splits(deployment.attempt());
    }

    /** Why it cannot run where it is to run, or cannot read since what writes for it cannot run; empty if it can. */
    private String trouble(TaskDeployment deployment) {
        Stream<ExecutionAttemptId> producers = deployment.channels().stream()
                .map(channel -> channel.partition().id().producer());
        return Stream.concat(Stream.of(deployment.attempt()), producers)
                .map(this::trouble)
                .filter(words -> !words.isEmpty())
                .findFirst()
                .orElse("");
    }

    /** The place is not used; where there is only one, there is nothing to give back. */
    private void giveBack(ExecutionAttemptId attempt) {
        if (life.executor().places()) {
            life.executor().cancel(attempt, life.epoch());
        }
    }

    private String trouble(ExecutionAttemptId attempt) {
        String words = life.placements().trouble(attempt);
        return words.isEmpty()
                ? memoryTrouble.getOrDefault(life.placements().place(attempt).container(), "")
                : words;
    }

    private static TaskReport unreachable(TaskDeployment deployment) {
        return new TaskReport.Failed(
                FailureClass.UNRECOVERABLE,
                "",
                "The task reads what is written in another TaskManager, and the shuffle service '"
                        + deployment.shuffle()
                        + "' does not reach other processes: choose another one ("
                        + JobOptions.SHUFFLE_SERVICE.key() + ")",
                null,
                null);
    }

    private void splits(ExecutionAttemptId attempt) {
        SplitLedger.Assigned had = life.splits().of(new TaskId(attempt.vertex(), attempt.subtask()));
        if (had.noMore() || !had.splits().isEmpty()) {
            life.executor().addSplits(attempt, life.epoch(), List.copyOf(had.splits()), had.noMore());
        }
    }

    private TaskDeployment deployment(TaskId task) {
        Execution execution = life.state().current(task);
        PlanVertex vertex = plan.vertices().get(task.vertex());
        return new TaskDeployment(
                execution.id(),
                life.epoch(),
                spec.name(),
                vertex.name(),
                life.program().id(),
                life.bundles(),
                spec.parameters(),
                spec.token(),
                plan.fingerprint(),
                vertex.chain(),
                vertex.parallelism(),
                plan.maxParallelism(),
                plan.mode(),
                channels(task),
                outputs(execution.id()),
                plan.configuration().get(JobOptions.SHUFFLE_SERVICE),
                plan.configuration(),
                memory,
                life.checkpoints().restore(task));
    }

    private PartitionDescriptor partition(ExecutionAttemptId attempt, PlanEdge edge) {
        return new PartitionDescriptor(
                new ResultPartitionId(attempt, edge.output()), plan.wiring(edge).subpartitions(attempt.subtask()));
    }

    private List<OutputDescriptor> outputs(ExecutionAttemptId attempt) {
        return plan.edgesFrom(attempt.vertex()).stream()
                .map(edge -> new OutputDescriptor(
                        edge.edge(), partition(attempt, edge), plan.wiring(edge).consumers()))
                .toList();
    }

    private List<ChannelDescriptor> channels(TaskId task) {
        List<ChannelDescriptor> channels = new ArrayList<>();
        for (PlanEdge edge : plan.edgesTo(task.vertex())) {
            for (Wiring.Link link : plan.wiring(edge).links(task.subtask())) {
                ExecutionAttemptId producer = life.state()
                        .current(new TaskId(edge.from(), link.producer()))
                        .id();
                ResultPartitionId id = new ResultPartitionId(producer, edge.output());
                channels.add(
                        new ChannelDescriptor(edge.input(), life.partitions().descriptor(id), link.subpartition()));
            }
        }
        return channels;
    }
}
