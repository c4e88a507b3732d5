package io.github.foggara.kernel.cluster;

/** What a container is in its cluster. */
public enum Role {
    /** Everything in one container; no network is opened. */
    EMBEDDED,
    /** Runs JobMasters, whose tasks run in other containers. */
    JOBMASTER,
    /** Runs tasks for the JobMasters of another container. */
    TASKMANAGER
}
