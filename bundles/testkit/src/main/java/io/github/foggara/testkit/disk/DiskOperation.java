package io.github.foggara.testkit.disk;

/** What can be done with a {@link SimulatedDisk}, and be told to fail. */
public enum DiskOperation {
    CREATE_DIRECTORIES,
    LIST,
    SIZE,
    READ,
    CREATE,
    APPEND,
    FORCE,
    RENAME,
    DELETE,
    SYNC_DIRECTORY
}
