package io.github.foggara.kernel.jobmaster;

import io.github.foggara.kernel.program.ProgramId;

/** Hears of one run; every method only enqueues. */
public interface RunObserver {
    /**
     * A life is about to begin: answered by {@link JobMaster#begin} once the attempt number is safe on disk, so that no
     * later life, also after a crash, uses it again.
     */
    void beginning(int attempt, ProgramId program);

    /** The newest status replaces all before. After a terminal state, or {@link #stopped}, nothing follows. */
    void changed(JobStatus status);

    /** The answer to {@link JobMaster#shutdown()} of a run that is not over: nothing of it is left. */
    void stopped();
}
