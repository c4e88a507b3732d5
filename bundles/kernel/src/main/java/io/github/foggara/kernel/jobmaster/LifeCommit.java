package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.coordination.CoordinatorGateway;

/**
 * How the output of a run is published: sealed by its committers, decided, recorded, and only then done. So a crash finds either
 * no decision, and what has not finished runs again, or the whole decision, and only the commit is done again: what it
 * needs was sealed before. Main thread only.
 *
 * <pre>
 *  main     allFinished .        . prepared .             . recorded .        . committed
 *  coord                 prepare '          |             |           commit  '
 *  disk                                     record decision
 * </pre>
 */
final class LifeCommit {
    private final JobSpec spec;
    private final RunObserver observer;
    private final LifeEnd end;
    private final JobLifecycle lifecycle;

    LifeCommit(JobSpec spec, RunObserver observer, LifeEnd end, JobLifecycle lifecycle) {
        this.spec = spec;
        this.observer = observer;
        this.end = end;
        this.lifecycle = lifecycle;
    }

    /** Every task has finished. Answered by {@link #prepared}. */
    void allFinished() {
        Life life = lifecycle.life();
        life.become(LifeStep.SEALING, "every task has finished");
        life.checkpoints().stop("every task has finished");
        PendingCommit commit = pending(life);
        if (commit.bytes() > PendingCommit.LIMIT) {
            lifecycle.fail("The output of job '" + spec.name() + "' is not published: its sinks"
                    + " made " + commit.bytes() + " bytes of committables, at most " + PendingCommit.LIMIT
                    + " can be recorded. Lower the parallelism, or let the writers tell less");
            return;
        }
        lifecycle.status().changed(life);
        lifecycle.status().tell();
        life.coordinators().prepareCommit(commit.committables());
    }

    /** Decided. Answered by {@link #recorded} or {@link #refused}. */
    void prepared(Life life) {
        if (lifecycle.current(life, LifeStep.SEALING)) {
            life.become(LifeStep.RECORDING, "every sink can publish");
            PendingCommit decision = pending(life);
            life.outbox().send(() -> observer.committing(life.attempt(), decision));
        }
    }

    void recorded(int attempt) {
        if (recording(attempt)) {
            Life life = lifecycle.life();
            life.become(LifeStep.COMMITTING, "the decision is recorded");
            life.coordinators().commit(pending(life).committables());
        }
    }

    void refused(int attempt, String why) {
        if (recording(attempt)) {
            lifecycle.fail("The output of job '" + spec.name() + "' is not published, because that cannot be recorded: "
                    + why);
        }
    }

    private boolean recording(int attempt) {
        Life life = lifecycle.life();
        return life != null && life.attempt() == attempt && lifecycle.current(life, LifeStep.RECORDING);
    }

    void committed(Life life) {
        if (lifecycle.current(life, LifeStep.COMMITTING)) {
            life.ending(Ending.FINISH, null);
            end.close(life, CoordinatorGateway.Leftover.LEAVE, "output is published");
        }
    }

    /** The decision was taken before a crash; nothing is opened or deployed. */
    void goOn(Life life, PendingCommit commit) {
        life.become(LifeStep.COMMITTING, "the decision was recorded by an earlier life");
        lifecycle.status().become(JobStatus.RUNNING, null);
        life.coordinators().commitAgain(commit.committables());
    }

    private static PendingCommit pending(Life life) {
        return new PendingCommit(life.plan().fingerprint(), life.state().committables());
    }
}
