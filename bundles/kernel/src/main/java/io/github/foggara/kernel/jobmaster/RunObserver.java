package io.github.foggara.kernel.jobmaster;

import io.github.foggara.kernel.program.ProgramId;

/** Hears of one run; every method only enqueues. */
public interface RunObserver {
    /**
     * A life is about to begin: answered by {@link JobMaster#begin} once the attempt number is safe on disk, so that no
     * later life, also after a crash, uses it again.
     */
    void beginning(int attempt, ProgramId program);

    /**
     * Every task has finished; the output is to be published. Answered by {@link JobMaster#commit} once that decision is safe
     * on disk, so that a crash from then on leads to the same commit again; by {@link JobMaster#refuseCommit} if it
     * cannot be recorded.
     */
    void committing(int attempt, PendingCommit commit);

    /** A life with checkpoints begins, which are kept there; told again by each. Not answered. */
    default void checkpointing(CheckpointPlace place) {}

    /** The newest status replaces all before. After a terminal state, or {@link #stopped}, nothing follows. */
    void changed(RunReport status);

    /** The answer to {@link JobMaster#shutdown} of a run that is not over: nothing of it is left. */
    void stopped();

    /**
     * The JobMaster met errors of the engine that it could not answer, and is gone as after a crash; another one goes on from the log.
     *
     * @param words for users
     * @param fenced whether that is because another one runs the job already
     */
    void died(String words, boolean fenced);
}
