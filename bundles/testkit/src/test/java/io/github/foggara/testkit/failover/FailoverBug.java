package io.github.foggara.testkit.failover;

/** What can be wrong with a failover strategy; the contract must find each. */
enum FailoverBug {
    /** Only the failed task restarts. */
    FAILED_TASK_ALONE,
    /** Everything that is connected restarts, but not the failed task. */
    FAILED_TASK_FORGOTTEN,
    /** Producers of pipelined channels go on. */
    UPSTREAM_FORGOTTEN,
    /** Consumers of pipelined channels go on. */
    DOWNSTREAM_FORGOTTEN,
    /** Lost results are not made again. */
    LOST_RESULT_FORGOTTEN,
    /** Lost results of the failed task are made again, but not what is lost before them. */
    LOST_RESULT_NOT_FOLLOWED,
    /** Who has read the former result of a restarted task goes on. */
    READERS_KEPT,
    /** Only the first failure of an incident is looked at. */
    FIRST_FAILURE_ONLY,
    /** The partition that a failure names is not looked at. */
    PARTITION_FORGOTTEN,
    /** A failure beside the tasks restarts one task. */
    COORDINATOR_IS_A_TASK,
    /** A task that does not exist is in the plan. */
    FOREIGN_TASK,
    /** Running partners are kept without saying that this needs a shuffle that can do it. */
    REATTACHES_UNASKED,
    /** It remembers former failures. */
    REMEMBERS,
    /** The list of failures is sorted in place. */
    SORTS_WHAT_IT_IS_HANDED,
    /** A full history is too much for it. */
    FULL_HISTORY_FAILS,
    /** A run without history is too little for it. */
    EMPTY_HISTORY_FAILS,
    /** The fallback forgets what the plan knows. */
    UNSAFE_FALLBACK,
    /** All tasks are looked through for each task. */
    QUADRATIC
}
