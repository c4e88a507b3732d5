package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.shuffle.ShuffleMaster;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.coordination.CoordinatorGateway;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.program.Program;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One try to run the job from its beginning, with what it holds. Main thread only; {@link JobLifecycle} decides, this class
 * holds and lets go.
 */
final class Life {
    /** Of every JobMaster: none takes over from another one yet. */
    static final long EPOCH = 1;

    private static final Logger LOG = LoggerFactory.getLogger(Life.class);

    private final String job;
    private final int attempt;
    private final Program program;
    private LifeStep step = LifeStep.BEGINNING;
    private CoordinatorGateway coordinators;
    private JobPlan plan;
    private ExecutionGraph graph;
    private Lease<Program> code;
    private Lease<ShuffleService> shuffle;
    private ShuffleMaster shuffleMaster;
    private final List<ResultPartitionId> partitions = new ArrayList<>();
    private Ending ending;
    private String cause;

    Life(String job, int attempt, Program program) {
        this.job = job;
        this.attempt = attempt;
        this.program = program;
    }

    int attempt() {
        return attempt;
    }

    Program program() {
        return program;
    }

    /** Keeps the program's bundle from going while its code runs; null if nobody counts that. */
    void code(Lease<Program> lease) {
        code = lease;
    }

    LifeStep step() {
        return step;
    }

    /** The only way to change the step. */
    void become(LifeStep next, String why) {
        if (!step.mayBecome(next)) {
            throw new IllegalStateException("Life " + attempt + " of " + job + ": " + step + " cannot become " + next);
        }
        LOG.debug("{} life {}: {} → {} ({})", job, attempt, step, next, why);
        step = next;
    }

    void coordinators(CoordinatorGateway gateway) {
        coordinators = gateway;
    }

    /** Null before the life's attempt number is recorded. */
    CoordinatorGateway coordinators() {
        return coordinators;
    }

    void plan(JobPlan made) {
        plan = made;
    }

    /** Null before it is made. */
    JobPlan plan() {
        return plan;
    }

    void graph(ExecutionGraph made) {
        graph = made;
    }

    /** Null before coordinators are open. */
    ExecutionGraph graph() {
        return graph;
    }

    void shuffle(Lease<ShuffleService> lease, ShuffleContext context) {
        shuffle = lease;
        shuffleMaster = lease.service().createMaster(context);
    }

    /** Null before the plan is made. */
    Lease<ShuffleService> shuffle() {
        return shuffle;
    }

    ShuffleDescriptor register(PartitionDescriptor partition) {
        ShuffleDescriptor descriptor = shuffleMaster.registerPartition(partition);
        partitions.add(partition.id());
        return descriptor;
    }

    /** Why it ends; null if it does not. */
    Ending ending() {
        return ending;
    }

    String cause() {
        return cause;
    }

    void ending(Ending why, String words) {
        ending = why;
        cause = words;
    }

    /** Lets go of partitions, the plugin and the program; what a plugin throws at that is logged. */
    void letGo() {
        try {
            if (shuffleMaster != null) {
                partitions.forEach(shuffleMaster::releasePartition);
                shuffleMaster.close();
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("The shuffle of job {} was not released cleanly", job, e);
        } finally {
            partitions.clear();
            shuffleMaster = null;
            if (shuffle != null) {
                shuffle.close();
                shuffle = null;
            }
            if (code != null) {
                code.close();
                code = null;
            }
        }
    }
}
