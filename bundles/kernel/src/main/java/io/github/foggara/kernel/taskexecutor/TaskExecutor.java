package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.kernel.gateway.FailureClassifier;
import io.github.foggara.kernel.gateway.FailureClassifier.Origin;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.JobToken;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.program.Programs;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs attempts for JobMasters. The methods of the gateway, {@link #health()}, {@link #fenced()} and {@link #close()} may be
 * called from any thread; everything else belongs to the exec thread.
 */
public final class TaskExecutor implements TaskExecutorGateway, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TaskExecutor.class);

    private final EngineRuntime runtime;
    private final PluginRegistry plugins;
    private final ProgramWait programs;
    private final Topology.Factory topologies;
    private final ServiceLocator services;
    private final ManagedMemory memory;
    private final OwnerThread exec;
    private final ShuffleEnvironments environments;
    private final PlaceQueue places;
    private final Cancels cancels;
    private final Sampler sampler;
    /** Of jobs that have or had tasks here, as long as they are held. Asked for by threads of the exchange. */
    private final Map<JobId, JobToken> tokens = new ConcurrentHashMap<>();

    private final Map<JobId, ExecutorJob> jobs = new HashMap<>();
    private final Map<ExecutionAttemptId, Task> tasks = new ConcurrentHashMap<>();
    private final EpochFence fence = new EpochFence();
    private final Quarantine quarantine = new Quarantine();
    private AutoCloseable watch = () -> {};

    private boolean closing;

    public TaskExecutor(
            EngineRuntime runtime,
            PluginRegistry plugins,
            Programs programs,
            Topology.Factory topologies,
            ServiceLocator services,
            ManagedMemory memory,
            Reach reach) {
        this.runtime = runtime;
        this.plugins = plugins;
        this.programs = new ProgramWait(runtime, programs, plugins, reach);
        this.topologies = topologies;
        this.services = services;
        this.memory = memory;
        this.environments = new ShuffleEnvironments(
                plugins,
                runtime,
                reach.cluster(),
                id -> Optional.ofNullable(tokens.get(id)).map(JobToken::bytes));
        this.exec = new OwnerThread(
                runtime, "foggara-exec", null, t -> LOG.error("An action of the TaskExecutor failed", t));
        this.places = new PlaceQueue(
                exec,
                plugins,
                reach.programWait(),
                placement -> job(placement.job(), placement.shuffle(), placement.configuration()));
        this.cancels = new Cancels(exec, task -> tasks.get(task.id()) == task, this::quarantineIfStuck);
        this.sampler = new Sampler(exec, tasks.values());
    }

    public void start() {
        if (programs.counted()) {
            watch = plugins.onChange(() -> exec.execute(this::pluginsChanged));
        }
        exec.start();
    }

    private void pluginsChanged() {
        places.changed();
        jobs.values().forEach(job -> job.names().forEach(attempt -> tellLeaving(job, attempt)));
        // The bundle of a program that leaves waits, bounded, for those that run it.
        tasks.values().stream().filter(Task::programLeaves).forEach(cancels::cancel);
    }

    /** If a plugin leaves that the attempt uses. */
    private void tellLeaving(ExecutorJob job, ExecutionAttemptId attempt) {
        if (programs.counted()) {
            environments
                    .leaving(job.shuffle())
                    .or(() -> Optional.ofNullable(tasks.get(attempt)).flatMap(Task::leaving))
                    .ifPresent(report -> job.leaves(attempt, report));
        }
    }

    /** One line per thread that did not end after cancel. Any thread. */
    public List<String> health() {
        return quarantine.lines();
    }

    /** Orders dropped so far, because they came from a JobMaster that another one had replaced. Any thread. */
    public long fenced() {
        return fence.refused();
    }

    /** For the watchdog. */
    public OwnerThread owner() {
        return exec;
    }

    /** State of a live attempt, null if there is none. Any thread. */
    TaskState stateOf(ExecutionAttemptId attempt) {
        Task task = tasks.get(attempt);
        return task == null ? null : task.state();
    }

    /** Cancels what runs and ends the exec thread when all has ended or was quarantined; does not wait. */
    @Override
    public void close() {
        exec.execute(() -> {
            closing = true;
            List.copyOf(tasks.values()).forEach(cancels::cancel);
            stopIfIdle();
        });
    }

    /** Waits for the end after {@link #close()}, at most that long; not from the exec thread. */
    public void join(Duration limit) throws InterruptedException {
        exec.join(limit.toMillis());
    }

    /** There is always room here. */
    @Override
    public void place(Placement placement, JobMasterGateway owner) {
        exec.execute(() -> {
            if (fence.admits(placement.job(), placement.epoch(), "place tasks of", placement.job())) {
                ExecutorJob job = jobs.get(placement.job());
                if (job != null && !placement.attempts().isEmpty()) {
                    job.speaksOf(placement.attempts().get(0), owner);
                    tellLeaving(job, placement.attempts().get(0));
                }
                places.add(placement, owner, job != null);
            }
        });
    }

    @Override
    public void deploy(TaskDeployment deployment, JobMasterGateway owner) {
        ExecutionAttemptId attempt = deployment.attempt();
        exec.execute(() -> {
            if (!fence.admits(attempt.job(), deployment.epoch(), "deploy", attempt)) {
                return;
            }
            try {
                start(deployment, owner);
            } catch (Throwable t) {
                owner.report(attempt, FailureClassifier.failed(t, deployment.vertexName(), Origin.ENGINE));
            }
        });
    }

    @Override
    public void cancel(ExecutionAttemptId attempt, long epoch) {
        order(attempt, epoch, "cancel", cancels::cancel);
    }

    @Override
    public void addSplits(ExecutionAttemptId attempt, long epoch, List<byte[]> splits, boolean noMore) {
        List<byte[]> copy = List.copyOf(splits);
        order(attempt, epoch, "hand splits to", task -> task.addSplits(copy, noMore));
    }

    @Override
    public void triggerCheckpoint(ExecutionAttemptId attempt, long epoch, CheckpointBarrier barrier) {
        order(attempt, epoch, "trigger a checkpoint of", task -> task.triggerCheckpoint(barrier));
    }

    @Override
    public void checkpointCompleted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        order(attempt, epoch, "complete a checkpoint of", task -> task.checkpointCompleted(checkpoint));
    }

    @Override
    public void checkpointAborted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        order(attempt, epoch, "give up a checkpoint of", task -> task.checkpointAborted(checkpoint));
    }

    private void order(ExecutionAttemptId attempt, long epoch, String what, Consumer<Task> action) {
        exec.execute(() -> {
            Task task = tasks.get(attempt);
            if (task != null && fence.admits(attempt.job(), epoch, what, attempt)) {
                action.accept(task);
            }
        });
    }

    @Override
    public void takeOver(JobId id, long epoch, JobMasterGateway owner) {
        exec.execute(() -> {
            if (!fence.admits(id, epoch, "hand over", id)) {
                return;
            }
            ExecutorJob job = jobs.get(id);
            List<ExecutionAttemptId> running = List.of();
            if (job != null) {
                job.keep();
                running = job.running();
                running.forEach(attempt -> job.speaksOf(attempt, owner));
            }
            running.forEach(attempt -> tasks.get(attempt).owner(owner));
            owner.attempts(running);
            running.forEach(attempt -> tasks.get(attempt).reportAgain());
        });
    }

    @Override
    public void releasePartitions(JobId id, long epoch, List<ResultPartitionId> partitions) {
        List<ResultPartitionId> copy = List.copyOf(partitions);
        exec.execute(() -> {
            if (fence.admits(id, epoch, "release partitions of", id) && jobs.get(id) != null) {
                copy.stream().filter(p -> p.producer().job().equals(id)).forEach(jobs.get(id)::release);
            }
        });
    }

    @Override
    public void releaseJob(JobId id, long epoch, JobMasterGateway owner) {
        exec.execute(() -> {
            if (!fence.admits(id, epoch, "release", id)) {
                return;
            }
            places.forget(id);
            ExecutorJob job = jobs.get(id);
            if (job == null) {
                owner.released();
                return;
            }
            job.release(owner);
            releaseIfOver(id, job);
        });
    }

    @Override
    public void abandonJob(JobId id) {
        exec.execute(() -> {
            places.forget(id);
            ExecutorJob job = jobs.get(id);
            if (job == null) {
                return;
            }
            tasks.values().stream()
                    .filter(task -> task.id().job().equals(id))
                    .toList()
                    .forEach(cancels::cancel);
            job.release(Nobody.INSTANCE);
            releaseIfOver(id, job);
        });
    }

    private void start(TaskDeployment deployment, JobMasterGateway owner) {
        exec.assertOwner();
        ExecutionAttemptId attempt = deployment.attempt();
        if (closing) {
            throw new IllegalStateException("The TaskExecutor is shutting down");
        }
        if (tasks.containsKey(attempt)) {
            throw new IllegalStateException("The attempt " + attempt + " is already here");
        }
        ExecutorJob job = job(attempt.job(), deployment.shuffle(), deployment.configuration());
        tokens.put(attempt.job(), deployment.token());
        Task.Surroundings surroundings = new Task.Surroundings(
                runtime, topologies, job.shuffle().environment(), programs, services, plugins, memory);
        Task task = new Task(deployment, surroundings, owner, t -> exec.execute(() -> ended(t)));
        job.started(deployment);
        job.speaksOf(attempt, owner);
        programs.supply().hold(attempt.job(), deployment.code());
        tasks.put(attempt, task);
        try {
            sampler.begin();
            task.start();
            tellLeaving(job, attempt);
        } catch (Throwable t) {
            tasks.remove(attempt);
            job.notStarted(attempt);
            throw t;
        }
    }

    private ExecutorJob job(JobId id, String shuffle, Configuration configuration) {
        ExecutorJob job = jobs.get(id);
        if (job == null) {
            job = new ExecutorJob(environments.acquire(shuffle, configuration));
            jobs.put(id, job);
            fence.began(id);
        }
        return job;
    }

    private void ended(Task task) {
        exec.assertOwner();
        task.stopTimers();
        if (tasks.remove(task.id(), task)) {
            tellLast(task, task.outcome());
            leave(task);
        } else {
            quarantine.remove(task);
            if (programs.counted()) {
                tellLast(task, new TaskReport.Returned());
            }
            String name = task.thread().getName();
            LOG.info("Task {} has ended at last; its slot is free again", name);
            letGoOfCode(task.id().job());
        }
        stopIfIdle();
    }

    /** Whatever the owner does with it: the attempt is over. */
    private static void tellLast(Task task, TaskReport report) {
        quietly(
                "The JobMaster refused the last report of " + task.id(),
                () -> task.owner().report(task.id(), report));
    }

    private void leave(Task task) {
        ExecutorJob job = jobs.get(task.id().job());
        job.ended(task.id());
        releaseIfOver(task.id().job(), job);
    }

    private void releaseIfOver(JobId id, ExecutorJob job) {
        if (!job.over()) {
            return;
        }
        jobs.remove(id);
        tokens.remove(id);
        fence.over(id);
        job.releasePartitions();
        letGoOfCode(id);
        quietly("The shuffle of job " + id + " was not closed cleanly", () -> environments.release(job.shuffle()));
        quietly("The JobMaster refused to hear that job " + id + " is released", job.releasedTo()::released);
    }

    private void letGoOfCode(JobId id) {
        if (!jobs.containsKey(id) && !quarantine.holds(id)) {
            quietly("The bundles of job " + id + " were not let go", () -> programs.release(id));
        }
    }

    /** For what plugins and owners do at the end of something: the end goes on. */
    private static void quietly(String failure, AutoCloseable step) {
        try {
            step.close();
        } catch (Exception | Error e) {
            LOG.error("{}", failure, e);
        }
    }

    private void stopIfIdle() {
        if (closing && tasks.isEmpty()) {
            jobs.values()
                    .forEach(job -> quietly(
                            "The shuffle of a job was not closed cleanly", () -> environments.release(job.shuffle())));
            jobs.clear();
            quietly("Plugins are watched still", watch);
            exec.stop();
        }
    }

    private void quarantineIfStuck(Task task) {
        if (!tasks.remove(task.id(), task)) {
            return;
        }
        task.stopTimers();
        String name = task.thread().getName();
        String stack = ThreadStack.of(task.thread());
        LOG.error("Task {} did not end after cancel; its slot is given up until it does. It hangs at\n{}", name, stack);
        quarantine.add(task, name + " does not end after cancel; it hangs at " + ThreadStack.userFrame(stack));
        tellLast(task, new TaskReport.Quarantined(name, stack));
        leave(task);
        stopIfIdle();
    }
}
