package io.github.foggara.api.failover;

/** What kind of failure it was, decided once, where it was caught. */
public enum FailureClass {
    /** Code of the job threw, or a record was bad: it may well throw again. */
    USER_CODE("user code"),
    /** Disk, network, memory, another system: may be gone at the next try. */
    ENVIRONMENT("environment"),
    /** The output of another task could not be read any more; the failure is not this task's own. */
    PARTITION_LOST("partition lost"),
    /** The process that ran the task is gone. */
    EXECUTOR_LOST("executor lost"),
    /** Trying again cannot help: other code, a type that is not registered. */
    UNRECOVERABLE("unrecoverable");

    private final String words;

    FailureClass(String words) {
        this.words = words;
    }

    /** For users. */
    @Override
    public String toString() {
        return words;
    }
}
