package io.github.foggara.kernel.gateway;

import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.kernel.service.ServiceNeed;
import java.util.List;
import java.util.Map;

/** What a TaskExecutor says of one attempt. The last one is Finished, Failed or Canceled, or Quarantined and perhaps Returned. */
public sealed interface TaskReport {
    /** The operators are open; records may flow. Said again to a JobMaster that takes over. */
    record Running() implements TaskReport {}

    /**
     * @param recordsIn taken from other vertices, by a source vertex read, so far
     * @param recordsOut emitted to other vertices so far
     * @param workDone units of the source read so far; 0 if not a source
     */
    record Progress(long recordsIn, long recordsOut, long workDone) implements TaskReport {}

    /**
     * All done and closed.
     *
     * @param committables by uid of the sink
     */
    record Finished(Map<String, List<byte[]>> committables, Progress last) implements TaskReport {
        public Finished {
            committables = Map.copyOf(committables);
        }
    }

    /**
     * Made by {@link FailureClassifier} on the thread that caught the exception; holds no object of user code.
     *
     * @param kind decided once, there
     * @param operator name of the operator that failed, or of the vertex
     * @param trace the cause in words, root cause first
     * @param partition the one that could not be read; null if that is not the cause, or it is not known which
     * @param lacks the service that was not there when the task opened; null if that is not the cause
     */
    record Failed(FailureClass kind, String operator, String trace, ResultPartitionId partition, ServiceNeed lacks)
            implements TaskReport {}

    /**
     * A service that this attempt holds is about to leave; its bundle waits, bounded, for the attempt to end.
     *
     * @param bundle symbolic name and version of the bundle that leaves
     */
    record ServiceLeaves(ServiceNeed need, String bundle) implements TaskReport {}

    /**
     * A plugin that this attempt uses, or its job here, is about to leave the TaskManager; its bundle waits, bounded, for the job to let go. Said where
     * the JobMaster is in another process, and also of an attempt that has ended.
     *
     * @param plugin kind and name, for users
     * @param bundle symbolic name and version of the bundle that leaves
     */
    record PluginLeaves(String plugin, String bundle) implements TaskReport {}

    /** The snapshot of this attempt is written and forced to disk. */
    record Acknowledged(long checkpoint, SubtaskSnapshot snapshot) implements TaskReport {}

    /** This attempt takes no part in the checkpoint. */
    record Declined(long checkpoint, CheckpointDecline reason, String words) implements TaskReport {}

    record Canceled() implements TaskReport {}

    /** User code did not return after cancel; its slot is given up until it does. {@code stack} shows where it hangs. */
    record Quarantined(String thread, String stack) implements TaskReport {}

    /** The thread of an attempt that was quarantined has ended at last: its slot is free again. */
    record Returned() implements TaskReport {}
}
