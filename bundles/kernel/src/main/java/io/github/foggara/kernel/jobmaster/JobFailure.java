package io.github.foggara.kernel.jobmaster;

/** Why a job cannot go on, classified once. */
sealed interface JobFailure {
    /** For users: where it happened, and the root cause first. */
    String words();

    /**
     * A task failed.
     *
     * @param userCode whether user code threw
     * @param consequence whether another task's failure is likely behind it
     */
    record TaskFailed(Execution execution, String words, boolean userCode, boolean consequence) implements JobFailure {}

    /** An enumerator, a committer or the definition of the graph failed. */
    record CoordinatorFailed(String words) implements JobFailure {}

    /** A bug of the engine or of a plugin showed on the main thread. */
    record Internal(String words) implements JobFailure {}
}
