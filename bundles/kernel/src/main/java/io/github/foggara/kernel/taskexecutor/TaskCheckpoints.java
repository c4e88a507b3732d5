package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent.CancelMarker;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.gateway.TaskRestore;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.taskexecutor.chain.Chain;
import io.github.foggara.kernel.taskexecutor.chain.ChainCut;
import io.github.foggara.kernel.taskexecutor.chain.Closing;
import io.github.foggara.kernel.taskexecutor.chain.Outputs;
import io.github.foggara.kernel.taskexecutor.chain.SnapshotFailedException;
import io.github.foggara.kernel.taskexecutor.chain.StateSupply;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The part one attempt takes in checkpoints; reads as the way of a barrier: {@link #trigger} or the gate, {@link #take}, written by
 * an {@link AsyncSnapshot}, {@link #written}. Task thread, except {@link #trigger}, {@link #completed} and {@link #aborted}
 * (exec), which enqueue.
 *
 * <p>The barrier goes out before the operators are asked, which is the same moment: nothing is emitted in between, and those
 * behind need not wait. If there is no snapshot then, the coordinator hears so and gives the checkpoint up for all.
 */
final class TaskCheckpoints {
    private static final Logger LOG = LoggerFactory.getLogger(TaskCheckpoints.class);

    private final EngineRuntime runtime;
    private final PluginRegistry plugins;
    private final Mailbox mailbox;
    private final Doorbell bell;
    private final Consumer<TaskReport> reports;
    /** Not answered yet. */
    private final Queue<CheckpointBarrier> triggers = new ConcurrentLinkedQueue<>();

    private final List<AsyncSnapshot> underWay = new ArrayList<>();
    private TaskDeployment deployment;
    private Lease<CheckpointService> service;
    private StateSupply state;
    private BarrierHandler handler;
    private Chain chain;
    private Outputs outputs;
    private TaskInput input;
    /** Of this and what is older nothing is wanted any more, or it was answered. */
    private long past;

    private boolean between = true;
    private volatile boolean over;

    /**
     * @param reports hears what is said of checkpoints; any thread
     */
    TaskCheckpoints(
            EngineRuntime runtime,
            PluginRegistry plugins,
            Mailbox mailbox,
            Doorbell bell,
            Consumer<TaskReport> reports) {
        this.runtime = runtime;
        this.plugins = plugins;
        this.mailbox = mailbox;
        this.bell = bell;
        this.reports = reports;
    }

    // ---- exec thread

    void trigger(CheckpointBarrier barrier) {
        triggers.add(barrier);
        mailbox.put(this::serveTriggers);
        if (over) {
            declineUnserved();
        }
    }

    void completed(long checkpoint) {
        mailbox.put(() -> chain.completed(checkpoint));
    }

    void aborted(long checkpoint) {
        mailbox.put(() -> {
            past = Math.max(past, checkpoint);
            if (handler != null) {
                handler.aborted(checkpoint);
            }
            underWay.stream().filter(part -> part.checkpoint() <= checkpoint).forEach(AsyncSnapshot::cancel);
            // One that had not begun is done, and tells nobody.
            written();
        });
    }

    // ---- task thread: life

    /**
     * Before anything else here: leases the plugin, if the job has checkpoints.
     *
     * @return what operators get their state from
     */
    StateSupply begin(TaskDeployment whole, StateTypes types) {
        deployment = whole;
        past = deployment.restore().map(TaskRestore::floor).orElse(0L);
        state = new StateSupply(deployment, types, plugins, this::storage);
        if (deployment.restore().isPresent()) {
            String name = deployment.restore().get().service();
            service = plugins.lease(CheckpointService.class, name)
                    .orElseThrow(() -> new IllegalStateException("There is no checkpoint service '" + name + "', only "
                            + plugins.names(CheckpointService.class) + ": install its bundle"));
        }
        return state;
    }

    /** Opens the storage of the run. Also on io threads, while a snapshot is under way. */
    private CheckpointStorage storage() throws IOException {
        TaskRestore restore = deployment.restore().orElseThrow();
        return service.service()
                .openStorage(new StorageContext(
                        deployment.attempt().job(),
                        deployment.jobName(),
                        Path.of(restore.directory()),
                        restore.storage(),
                        deployment.epoch()));
    }

    /** The task is built. */
    void start(Chain operators, Outputs written, TaskInput read) {
        chain = operators;
        outputs = written;
        input = read;
        if (service != null && read instanceof GateInput gate) {
            handler = service.service()
                    .createBarrierHandler(
                            new GateBarriers(gate.gate(), deployment, runtime, this::take, this::declined));
            gate.barriers(handler);
        }
    }

    /** While operators finish there is no moment between two records: triggers wait. */
    void finishing(boolean now) {
        between = !now;
        serveTriggers();
    }

    /** Whether everything is written and told. */
    boolean idle() {
        return underWay.isEmpty();
    }

    /**
     * Nothing is written any more when this returns: what is under way is given up, and its end waited for. Before the
     * chain closes.
     */
    void close(Closing closing) {
        if (handler != null) {
            closing.run(handler::close);
        }
        for (AsyncSnapshot part : underWay) {
            part.cancel();
            while (!part.done()) {
                bell.arm();
                if (!part.done()) {
                    bell.park();
                }
            }
        }
        bell.disarm();
        closing.run(this::written);
    }

    /** After the chain has closed. */
    void release(Closing closing) {
        if (state != null) {
            closing.run(state::close);
        }
        if (service != null) {
            closing.run(service::close);
        }
    }

    /**
     * The attempt has ended.
     *
     * @param finished whether it did all it had to do; others are told of otherwise
     */
    void ended(boolean finished) {
        if (finished) {
            over = true;
            declineUnserved();
        }
    }

    private void declineUnserved() {
        CheckpointBarrier barrier;
        while ((barrier = triggers.poll()) != null) {
            decline(barrier.id(), CheckpointDecline.TASK_FINISHED, "The task had ended");
        }
    }

    // ---- task thread: the way of a barrier

    private void serveTriggers() {
        CheckpointBarrier barrier;
        while (between && (barrier = triggers.poll()) != null) {
            if (service == null) {
                decline(barrier.id(), CheckpointDecline.NOT_READY, "The job runs without checkpoints");
            } else if (handler != null) {
                handler.triggered(barrier);
            } else {
                take(barrier, 0);
            }
        }
    }

    /** Between two records: passes the barrier on and takes the snapshot. */
    private void take(CheckpointBarrier barrier, long alignmentNanos) {
        long id = barrier.id();
        if (id <= past) {
            LOG.debug("{}: checkpoint {} is past", deployment.attempt(), id);
            return;
        }
        past = id;
        written();
        for (AsyncSnapshot part : underWay) {
            if (part.occupies()) {
                String words = "Checkpoint " + part.checkpoint() + " is still being written";
                declined(id, CheckpointDecline.NOT_READY, words);
                return;
            }
        }
        long begun = runtime.nanoTime();
        outputs.broadcast(barrier);
        ChainCut cut;
        try {
            cut = chain.snapshot(id);
        } catch (SnapshotFailedException e) {
            decline(id, CheckpointDecline.SNAPSHOT_FAILED, e.getMessage());
            return;
        }
        write(
                id,
                cut,
                new AsyncSnapshot.Measured(
                        alignmentNanos, runtime.nanoTime() - begun, input.positions(), outputs.positions()));
    }

    private void write(long id, ChainCut cut, AsyncSnapshot.Measured measured) {
        String writer = deployment.attempt().vertex() + "-"
                + deployment.attempt().subtask() + "-" + deployment.attempt().attempt() + "-" + deployment.epoch();
        AsyncSnapshot.Target target = new AsyncSnapshot.Target(runtime, this::storage, writer);
        AsyncSnapshot part = new AsyncSnapshot(id, cut, measured, target, () -> mailbox.put(this::written));
        if (!cut.holdsState()) {
            underWay.add(part);
            part.run();
            return;
        }
        try {
            runtime.executeBlocking(part);
            underWay.add(part);
        } catch (RuntimeException e) {
            cut.close();
            decline(id, CheckpointDecline.STORAGE_FAILED, "No thread writes it: " + e);
        }
    }

    /** Tells of what is done. */
    private void written() {
        underWay.removeIf(part -> {
            if (part.done()) {
                part.settle();
                if (part.tells()) {
                    reports.accept(part.report());
                }
            }
            return part.done();
        });
    }

    /** There will be no snapshot here, and no barrier from here on. */
    private void declined(long checkpoint, CheckpointDecline reason, String words) {
        past = Math.max(past, checkpoint);
        outputs.broadcast(new CancelMarker(checkpoint));
        decline(checkpoint, reason, words);
    }

    private void decline(long checkpoint, CheckpointDecline reason, String words) {
        LOG.debug("No snapshot for checkpoint {}, {}: {}", checkpoint, reason, words);
        reports.accept(new TaskReport.Declined(checkpoint, reason, words));
    }
}
