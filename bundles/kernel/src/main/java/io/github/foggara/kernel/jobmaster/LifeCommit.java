package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.JobState;

/**
 * How the output of a run is published: decided, recorded, and only then done. So a crash finds either no decision, and the job runs
 * again from its beginning, or the whole decision, and only the commit is done again. Main thread only.
 */
final class LifeCommit {
    private final JobSpec spec;
    private final RunObserver observer;
    private final JobLifecycle lifecycle;

    LifeCommit(JobSpec spec, RunObserver observer, JobLifecycle lifecycle) {
        this.spec = spec;
        this.observer = observer;
        this.lifecycle = lifecycle;
    }

    /** Every task has finished. Answered by {@link #recorded} or {@link #refused}. */
    void decide(Life life) {
        life.become(LifeStep.RECORDING, "every task has finished");
        PendingCommit commit = pending(life);
        if (commit.bytes() > PendingCommit.LIMIT) {
            lifecycle.fail(new JobFailure.CoordinatorFailed(
                    "The output of job '" + spec.name() + "' is not published: its sinks"
                            + " made " + commit.bytes() + " bytes of committables, at most " + PendingCommit.LIMIT
                            + " can be recorded. Lower the parallelism, or let the writers tell less"));
            return;
        }
        lifecycle.status().changed(life);
        lifecycle.status().tell();
        observer.committing(life.attempt(), commit);
    }

    void recorded(Life life) {
        life.become(LifeStep.COMMITTING, "the decision is recorded");
        life.coordinators().commit(pending(life).committables());
    }

    void refused(String why) {
        lifecycle.fail(new JobFailure.CoordinatorFailed(
                "The output of job '" + spec.name() + "' is not published, because that cannot be recorded: " + why));
    }

    /** The decision was taken before a crash; nothing is opened or deployed. */
    void goOn(Life life, PendingCommit commit) {
        life.become(LifeStep.COMMITTING, "the decision was recorded by an earlier life");
        lifecycle.status().become(JobState.RUNNING, null);
        life.coordinators().commitAgain(commit.committables());
    }

    private static PendingCommit pending(Life life) {
        return new PendingCommit(life.plan().fingerprint(), life.graph().committables());
    }
}
