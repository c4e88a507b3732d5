package io.github.foggara.kernel.remote.message;

import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.service.ServiceNeed;

/** What a TaskManager says of one attempt, in a message: a number for the kind, then what it consists of. */
final class ReportFields {
    private static final int RUNNING = 1;
    private static final int PROGRESS = 2;
    private static final int FINISHED = 3;
    private static final int FAILED = 4;
    private static final int SERVICE_LEAVES = 5;
    private static final int ACKNOWLEDGED = 6;
    private static final int DECLINED = 7;
    private static final int CANCELED = 8;
    private static final int QUARANTINED = 9;
    private static final int PLUGIN_LEAVES = 10;
    private static final int RETURNED = 11;

    private ReportFields() {}

    static void write(RecordOutput out, TaskReport report) {
        if (report instanceof TaskReport.Running) {
            out.writeByte(RUNNING);
        } else if (report instanceof TaskReport.Progress progress) {
            out.writeByte(PROGRESS);
            progress(out, progress);
        } else if (report instanceof TaskReport.Finished finished) {
            out.writeByte(FINISHED);
            Fields.map(out, finished.committables(), (to, list) -> Fields.list(to, list, Fields::bytes));
            progress(out, finished.last());
        } else if (report instanceof TaskReport.Failed failed) {
            out.writeByte(FAILED);
            failed(out, failed);
        } else if (report instanceof TaskReport.ServiceLeaves leaves) {
            out.writeByte(SERVICE_LEAVES);
            need(out, leaves.need());
            out.writeString(leaves.bundle());
        } else if (report instanceof TaskReport.PluginLeaves leaves) {
            out.writeByte(PLUGIN_LEAVES);
            out.writeString(leaves.plugin());
            out.writeString(leaves.bundle());
        } else if (report instanceof TaskReport.Acknowledged acknowledged) {
            out.writeByte(ACKNOWLEDGED);
            out.writeVarLong(acknowledged.checkpoint());
            SnapshotFields.subtask(out, acknowledged.snapshot());
        } else if (report instanceof TaskReport.Declined declined) {
            out.writeByte(DECLINED);
            out.writeVarLong(declined.checkpoint());
            Fields.constant(out, declined.reason());
            out.writeString(declined.words());
        } else if (report instanceof TaskReport.Canceled) {
            out.writeByte(CANCELED);
        } else if (report instanceof TaskReport.Quarantined quarantined) {
            out.writeByte(QUARANTINED);
            out.writeString(quarantined.thread());
            out.writeString(quarantined.stack());
        } else if (report instanceof TaskReport.Returned) {
            out.writeByte(RETURNED);
        }
    }

    /**
     * @param job whose attempt it is of
     */
    static TaskReport read(RecordInput in, JobId job) {
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case RUNNING -> new TaskReport.Running();
            case PROGRESS -> progress(in);
            case FINISHED ->
                new TaskReport.Finished(Fields.map(in, from -> Fields.list(from, Fields::bytes)), progress(in));
            case FAILED -> failed(in, job);
            case SERVICE_LEAVES -> new TaskReport.ServiceLeaves(need(in), in.readString());
            case PLUGIN_LEAVES -> new TaskReport.PluginLeaves(in.readString(), in.readString());
            case ACKNOWLEDGED -> new TaskReport.Acknowledged(in.readVarLong(), SnapshotFields.subtask(in));
            case DECLINED ->
                new TaskReport.Declined(
                        in.readVarLong(), Fields.constant(in, CheckpointDecline.class), in.readString());
            case CANCELED -> new TaskReport.Canceled();
            case QUARANTINED -> new TaskReport.Quarantined(in.readString(), in.readString());
            case RETURNED -> new TaskReport.Returned();
            default -> throw new IllegalArgumentException("There is no kind " + kind + " of report");
        };
    }

    private static void progress(RecordOutput out, TaskReport.Progress progress) {
        out.writeVarLong(progress.recordsIn());
        out.writeVarLong(progress.recordsOut());
        out.writeVarLong(progress.workDone());
    }

    private static TaskReport.Progress progress(RecordInput in) {
        return new TaskReport.Progress(in.readVarLong(), in.readVarLong(), in.readVarLong());
    }

    private static void failed(RecordOutput out, TaskReport.Failed failed) {
        Fields.constant(out, failed.kind());
        Fields.optional(out, failed.operator(), RecordOutput::writeString);
        out.writeString(failed.trace());
        // The partition may be one of another job only if somebody lies.
        Fields.optional(out, failed.partition(), Fields::partition);
        Fields.optional(out, failed.lacks(), ReportFields::need);
    }

    private static TaskReport.Failed failed(RecordInput in, JobId job) {
        return new TaskReport.Failed(
                Fields.constant(in, FailureClass.class),
                Fields.optional(in, RecordInput::readString),
                in.readString(),
                Fields.optional(in, from -> Fields.partition(from, job)),
                Fields.optional(in, ReportFields::need));
    }

    private static void need(RecordOutput out, ServiceNeed need) {
        out.writeString(need.type());
        Fields.optional(out, need.filter(), RecordOutput::writeString);
    }

    private static ServiceNeed need(RecordInput in) {
        return new ServiceNeed(in.readString(), Fields.optional(in, RecordInput::readString));
    }
}
