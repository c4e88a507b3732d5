package io.github.foggara.kernel.cluster;

import io.github.foggara.api.client.TaskManagerInfo;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.remote.PastEpochs;
import io.github.foggara.kernel.remote.message.BundlePart;
import io.github.foggara.kernel.remote.message.Registration;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All TaskManagers of a cluster as one executor for the JobMasters of this container: it places attempts, hands orders to the TaskManager
 * that runs the attempt, asks all where all are meant, and says which attempts fail because their TaskManager is lost.
 *
 * <p>The methods of the gateway, {@link #taskManagers()} and {@link #close()} may be called from any thread and only enqueue; everything else
 * belongs to the cluster thread, which answers by the JobMasters' gateways.
 */
public final class ClusterExecutor implements TaskExecutorGateway, AutoCloseable {
    /** Property of a TaskManager's identity: host and port that others reach it at, for messages. */
    public static final String ADDRESS = "address";

    private static final Logger LOG = LoggerFactory.getLogger(ClusterExecutor.class);

    private final OwnerThread thread;
    private final TaskManagers managers;
    private final ClusterDoor door;
    private final SlotPool slots = new SlotPool();
    private final Absences absences;
    private final Remembered remembered;
    private final Map<JobId, ClusterJob> jobs = new LinkedHashMap<>();
    private final PastEpochs past = new PastEpochs();
    private final LongAdder stale = new LongAdder();
    private volatile List<TaskManagerInfo> infos = List.of();
    private boolean proceeding;
    private boolean telling;

    /**
     * Begins nothing before {@link #start()}.
     *
     * @param roster where it is kept which TaskManagers there are
     * @param bundles answers what TaskManagers ask of bundles; any thread, only enqueues
     */
    ClusterExecutor(
            EngineRuntime runtime,
            Configuration configuration,
            Roster roster,
            BiConsumer<BundlePart.Wanted, RpcReply> bundles) {
        thread = new OwnerThread(
                runtime, "foggara-cluster", null, t -> LOG.error("An action of the cluster thread failed", t));
        Duration grace = configuration.get(ClusterOptions.GRACE);
        managers = new TaskManagers(thread, runtime, grace, new Changes());
        absences = new Absences(thread, grace, ClusterOptions.noticed(configuration), this::notBack);
        remembered = new Remembered(thread, runtime, roster);
        door = new ClusterDoor(thread, managers, bundles);
    }

    /**
     * @param former the TaskManagers of the JobMaster that was here before, if it did not stop in order
     */
    void start(Set<ContainerId> former) {
        remembered.know(former);
        absences.former(former);
        thread.start();
    }

    /** TaskManagers can come. Any thread. */
    void listening() {
        thread.execute(absences::listening);
    }

    /** For the watchdog. */
    public OwnerThread owner() {
        return thread;
    }

    /** What TaskManagers say comes in there. */
    public RpcListener listener() {
        return door;
    }

    /** For users. Any thread. */
    public List<TaskManagerInfo> taskManagers() {
        return infos;
    }

    /**
     * How many orders and answers were dropped so far, because the JobMaster, session or attempt that they belong to is over. Any thread.
     */
    public long stale() {
        return stale.sum();
    }

    /**
     * Waits until what was ordered before has been handed to the connections, at most that long; not from the cluster thread.
     *
     * @return whether it was
     */
    public boolean drain(Duration limit) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        // An order passes this thread twice: it is given to TaskManagers, and then said to each.
        thread.execute(() -> thread.execute(done::countDown));
        return done.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * The thread ends; the node that listens is closed by whoever opened it. If all that ran in TaskManagers has ended, the JobMaster that comes next waits
     * for nobody.
     */
    @Override
    public void close() {
        thread.execute(() -> {
            if (absences.ofFormer() || jobs.values().stream().anyMatch(ClusterJob::runs)) {
                thread.stop();
            } else {
                remembered.clear(thread::stop);
            }
        });
    }

    @Override
    public boolean places() {
        return true;
    }

    @Override
    public void place(Placement placement, JobMasterGateway owner) {
        order(placement.job(), placement.epoch(), owner, job -> {
            job.place(placement);
            job.proceed(managers);
        });
    }

    @Override
    public void deploy(TaskDeployment deployment, JobMasterGateway owner) {
        order(deployment.attempt().job(), deployment.epoch(), owner, job -> job.deploy(deployment));
    }

    @Override
    public void cancel(ExecutionAttemptId attempt, long epoch) {
        toHome(attempt, executor -> executor.cancel(attempt, epoch));
        thread.execute(() -> {
            ClusterJob job = jobs.get(attempt.job());
            if (job != null && epoch >= job.epoch()) {
                job.cancelPlace(attempt);
            }
        });
    }

    @Override
    public void addSplits(ExecutionAttemptId attempt, long epoch, List<byte[]> splits, boolean noMore) {
        toHome(attempt, executor -> executor.addSplits(attempt, epoch, splits, noMore));
    }

    @Override
    public void triggerCheckpoint(ExecutionAttemptId attempt, long epoch, CheckpointBarrier barrier) {
        toHome(attempt, executor -> executor.triggerCheckpoint(attempt, epoch, barrier));
    }

    @Override
    public void checkpointCompleted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        toHome(attempt, executor -> executor.checkpointCompleted(attempt, epoch, checkpoint));
    }

    @Override
    public void checkpointAborted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        toHome(attempt, executor -> executor.checkpointAborted(attempt, epoch, checkpoint));
    }

    @Override
    public void takeOver(JobId id, long epoch, JobMasterGateway owner) {
        order(id, epoch, owner, job -> job.conversations().takeOver(job, managers.all()));
    }

    @Override
    public void releasePartitions(JobId id, long epoch, List<ResultPartitionId> partitions) {
        List<ResultPartitionId> copy = List.copyOf(partitions);
        toAll(executor -> executor.releasePartitions(id, epoch, copy));
    }

    @Override
    public void abandonJob(JobId id) {
        toAll(executor -> executor.abandonJob(id));
        thread.execute(() -> {
            ClusterJob job = jobs.get(id);
            if (job != null) {
                job.abandon();
                proceed();
            }
        });
    }

    @Override
    public void releaseJob(JobId id, long epoch, JobMasterGateway owner) {
        order(id, epoch, owner, job -> job.conversations().release(job, managers.all()));
    }

    /** Orders of a JobMaster that another one has replaced are dropped here, as every TaskManager would; also when the job is over. */
    private void order(JobId id, long epoch, JobMasterGateway owner, Consumer<ClusterJob> action) {
        thread.execute(() -> {
            ClusterJob known = jobs.get(id);
            long lowest = known == null ? past.lowest(id) : known.epoch();
            if (epoch < lowest) {
                stale.increment();
                LOG.warn(
                        "An order of job {} is dropped: it is of epoch {}, obeyed are those from {} on",
                        id,
                        epoch,
                        lowest);
                return;
            }
            ClusterJob job = jobs.computeIfAbsent(id, this::job);
            job.owner(epoch, owner);
            action.accept(job);
            tellSoon();
        });
    }

    private ClusterJob job(JobId id) {
        return new ClusterJob(id, slots, absences, this::proceedSoon, () -> over(id), stale::increment);
    }

    private void toHome(ExecutionAttemptId attempt, Consumer<TaskExecutorGateway> order) {
        thread.execute(() -> {
            ClusterJob job = jobs.get(attempt.job());
            RegisteredTaskManager home = job == null ? null : job.home(attempt);
            if (home != null) {
                order.accept(home.gateway());
            }
        });
    }

    private void toAll(Consumer<TaskExecutorGateway> order) {
        thread.execute(() -> managers.all().forEach(manager -> order.accept(manager.gateway())));
    }

    private void over(JobId id) {
        thread.assertOwner();
        if (jobs.containsKey(id)) {
            forget(jobs.get(id));
            proceed();
        }
    }

    private void forget(ClusterJob job) {
        jobs.remove(job.id());
        job.over();
        past.over(job.id(), job.epoch());
        managers.all().forEach(manager -> manager.forget(job.id()));
    }

    /** Once for all that the thread has been told until then: the end of a job is many reports. */
    private void proceedSoon() {
        if (!proceeding) {
            proceeding = true;
            thread.execute(this::proceed);
        }
    }

    /** Slots may have become free. */
    private void proceed() {
        thread.assertOwner();
        proceeding = false;
        List.copyOf(jobs.values()).stream().filter(ClusterJob::left).forEach(this::forget);
        List.copyOf(jobs.values()).forEach(job -> job.proceed(managers));
        tellSoon();
    }

    private void tellSoon() {
        if (!telling) {
            telling = true;
            thread.execute(this::tell);
        }
    }

    private void tell() {
        telling = false;
        infos = managers.all().stream()
                .map(manager -> manager.info(slots.available(manager.id())))
                .toList();
    }

    /** A TaskManager is not waited for any more. */
    private void notBack(ContainerId id) {
        forgetTaskManager(id);
        List.copyOf(jobs.values()).forEach(job -> {
            job.over(id);
            job.conversations().proceed();
        });
        proceed();
    }

    private void forgetTaskManager(ContainerId id) {
        if (!managers.begins(id)) {
            remembered.remove(id);
        }
    }

    /** What becomes of TaskManagers. */
    private final class Changes implements TaskManagers.Listener {
        @Override
        public void comes(ContainerId id, Runnable then) {
            remembered.add(id, then);
        }

        @Override
        public void registered(RegisteredTaskManager manager, Registration offer) {
            slots.add(manager.id(), manager.slots());
            absences.back(manager.id());
            jobs.values().forEach(job -> job.over(manager.id()));
            offer.running()
                    .forEach(some -> jobs.computeIfAbsent(some.job(), id -> job(id).leftBehind(some.epoch()))
                            .found(manager, some.epoch(), some.attempts()));
            offer.hanging().forEach(some -> some.attempts().forEach(attempt -> slots.hangs(attempt, manager.id())));
            List.copyOf(jobs.values()).forEach(job -> job.conversations().joined(job, manager));
            proceed();
        }

        @Override
        public void hangs(RegisteredTaskManager manager, ExecutionAttemptId attempt) {
            slots.hangs(attempt, manager.id());
            tellSoon();
        }

        @Override
        public void returned(RegisteredTaskManager manager, ExecutionAttemptId attempt) {
            slots.returned(attempt, manager.id());
            proceedSoon();
        }

        @Override
        public void lost(RegisteredTaskManager manager, String words, TaskManagers.Loss loss) {
            slots.remove(manager.id());
            List.copyOf(jobs.values()).forEach(job -> job.lost(manager, words, loss.mayRun()));
            if (jobs.values().stream().anyMatch(job -> job.formerIn(manager.id()))) {
                absences.lost(manager.id(), loss.afterGrace());
            } else {
                forgetTaskManager(manager.id());
            }
            List.copyOf(jobs.values()).forEach(job -> job.conversations().lost(manager));
            proceed();
        }

        @Override
        public void changed() {
            tell();
        }

        @Override
        public void stale() {
            stale.increment();
        }
    }
}
