package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.jobmaster.CheckpointPlace;
import io.github.foggara.kernel.jobmaster.JobMaster;
import io.github.foggara.kernel.jobmaster.JobServices;
import io.github.foggara.kernel.jobmaster.JobSpec;
import io.github.foggara.kernel.jobmaster.PendingCommit;
import io.github.foggara.kernel.jobmaster.RunObserver;
import io.github.foggara.kernel.jobmaster.RunReport;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.util.Optional;

/**
 * What one JobMaster tells, and the answers it waits for. Called from its main thread, acts on the dispatcher thread; a JobMaster
 * that is not the entry's any more is not heard.
 */
final class RunWatch implements RunObserver {
    private final JobServices services;
    private final JobEntry entry;
    private final JobTable table;
    private final OwnerThread owner;
    private JobMaster master;

    private RunWatch(JobServices services, JobEntry entry, JobTable table, OwnerThread owner) {
        this.services = services;
        this.entry = entry;
        this.table = table;
        this.owner = owner;
    }

    /** Dispatcher thread. */
    static JobMaster launch(JobSpec spec, JobServices services, JobEntry entry, JobTable table, OwnerThread owner) {
        RunWatch watch = new RunWatch(services, entry, table, owner);
        watch.master = new JobMaster(spec, services, watch);
        watch.master.start();
        return watch.master;
    }

    @Override
    public void beginning(int attempt, ProgramId program) {
        onOwner(() -> {
            entry.record = entry.record.beginning(attempt, program);
            if (table.save(entry)) {
                master.begin(attempt);
            } else {
                master.shutdown(false);
                table.failUnrecorded(entry);
            }
        });
    }

    @Override
    public void checkpointing(CheckpointPlace place) {
        onOwner(() -> {
            if (!entry.record.checkpoints().equals(Optional.of(place))) {
                entry.record = entry.record.checkpoints(Optional.of(place));
                table.save(entry);
            }
        });
    }

    @Override
    public void committing(int attempt, PendingCommit commit) {
        onOwner(() -> {
            RunRecord undecided = entry.record;
            entry.record = undecided.committing(commit);
            if (table.save(entry)) {
                master.commit(attempt);
            } else {
                entry.record = undecided;
                master.refuseCommit(attempt, entry.recordError.orElse(""));
            }
        });
    }

    @Override
    public void changed(RunReport status) {
        onOwner(() -> apply(status));
    }

    @Override
    public void stopped() {
        onOwner(() -> {
            if (!entry.configured && !entry.relaunch && !entry.status.state().terminal()) {
                apply(entry.status.state(JobStatus.CANCELED).cause("The container stopped"));
            } else {
                table.ended(entry);
            }
        });
    }

    @Override
    public void died(String words, boolean fenced) {
        onOwner(() -> table.masters().died(entry, words, fenced));
    }

    private void apply(RunReport status) {
        boolean news = status.state() != entry.status.state() || !status.cause().equals(entry.status.cause());
        entry.status = status;
        entry.record = entry.record.status(status, services.runtime().currentTimeMillis());
        if (news) {
            table.save(entry);
        }
        if (status.state().terminal()) {
            table.ended(entry);
        } else {
            table.publish(entry);
        }
    }

    private void onOwner(Runnable action) {
        owner.execute(() -> {
            if (entry.master == master) {
                action.run();
            }
        });
    }
}
