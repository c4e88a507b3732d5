package io.github.foggara.itests.container;

import java.util.List;

/**
 * Moments on the way of a checkpoint, in its order, each of them where a thread enters a method of the running container.
 *
 * <pre>{@code CLASS.METHOD [< CALLER.METHOD ...]}</pre> with the direct callers, nearest first.
 */
public enum KillPoint {
    SNAPSHOT_BEGINS("kernel.taskexecutor.chain.Chain.snapshot"),
    SNAPSHOT_TAKEN("kernel.taskexecutor.TaskCheckpoints.write"),
    SINK_PREPARED("connector.file.output.Committable.encode < FileSinkWriter.prepareCommit"),
    STATE_WRITTEN("checkpoint.storage.NioCheckpointDisk.force < WholeFile.force < PartWriter.force"),
    STATE_FORCED("checkpoint.storage.NioCheckpointDisk.rename < WholeFile.force < PartWriter.force"),
    ACKNOWLEDGE_SENT("kernel.taskexecutor.AsyncSnapshot.report"),
    LAST_ACKNOWLEDGE_RECEIVED("checkpoint.coordinator.StorageWork.store"),
    METADATA_FORCED("checkpoint.storage.NioCheckpointDisk.rename < WholeFile.force < FileCheckpointStorage.complete"),
    METADATA_RENAMED(
            "checkpoint.storage.NioCheckpointDisk.syncDirectory < WholeFile.force < FileCheckpointStorage.complete"),
    COMPLETION_DECIDED("kernel.jobmaster.CheckpointSeam.complete"),
    COMPLETION_APPENDED("kernel.jobmaster.LifeRestore.completed"),
    COMPLETION_DURABLE("kernel.jobmaster.CheckpointSeam.recorded"),
    RESTORE_BEGUN("connector.file.output.FileSinkCommitter.restore"),
    COMMIT_BEGUN("connector.file.output.CheckpointedParts.publish"),
    FIRST_PART_RENAMED(2, "connector.file.output.Disk.rename < CheckpointedParts.publish"),
    ALL_PARTS_RENAMED("connector.file.output.Disk.forceDirectory < CheckpointedParts.publish"),
    NOTIFICATION_SENT("kernel.jobmaster.LifeCheckpoints.committed"),
    NOTIFICATION_RECEIVED("kernel.taskexecutor.chain.Chain.completed"),
    OLDER_DELETED("checkpoint.storage.FileCheckpointStorage.removeRun < FileCheckpointStorage.remove"),

    /** From here on the job is at its end. */
    END_PREPARED("kernel.jobmaster.LifeCommit.prepared"),
    END_RECORDED("kernel.jobmaster.LifeCommit.recorded"),
    END_COMMIT_BEGUN("connector.file.output.FileSinkCommitter.publishRest"),
    END_COMMIT_DONE("kernel.jobmaster.LifeCommit.committed");

    private static final String ROOT = "io.github.foggara.";

    private final int times;
    private final String type;
    private final List<String> methods;

    KillPoint(String frames) {
        this(1, frames);
    }

    /**
     * @param times at which entering it is meant, from 1
     */
    KillPoint(int times, String frames) {
        this.times = times;
        String first = frames.split(" < ")[0];
        type = ROOT + first.substring(0, first.lastIndexOf('.'));
        methods = List.of(
                frames.substring(type.length() - ROOT.length() - simple(type).length())
                        .split(" < "));
    }

    private static String simple(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    /** Whether it comes only when all input was read. */
    public boolean ofEnd() {
        return compareTo(END_PREPARED) >= 0;
    }

    int times() {
        return times;
    }

    /** Name of the class that is entered. */
    String type() {
        return type;
    }

    /** Name of the method that is entered. */
    String method() {
        return methods.get(0).substring(methods.get(0).lastIndexOf('.') + 1);
    }

    /** Class without its package and method, that one first, then its callers. */
    List<String> frames() {
        return methods;
    }
}
