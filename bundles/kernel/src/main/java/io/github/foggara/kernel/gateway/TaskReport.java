package io.github.foggara.kernel.gateway;

import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.kernel.program.FailureTrace;
import io.github.foggara.kernel.service.ServiceMissingException;
import io.github.foggara.kernel.service.ServiceNeed;
import java.util.List;
import java.util.Map;

/** What a TaskExecutor says of one attempt. The last one is Finished, Failed or Canceled, or Quarantined. */
public sealed interface TaskReport {
    /** The operators are open; records may flow. */
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
     * @param cause what was thrown; for tests and logs of the reporting process, since looking into it can run user code
     * @param operator name of the operator that failed, or of the vertex
     * @param userCode whether the exception came out of user code
     * @param trace the cause in words
     * @param consequence whether the cause is only that another task failed
     * @param lacks the service that was not there when the task opened; null if that is not the cause
     */
    record Failed(
            Throwable cause, String operator, boolean userCode, String trace, boolean consequence, ServiceNeed lacks)
            implements TaskReport {
        /** Puts the cause into words; on the thread that caught it. */
        public Failed(Throwable cause, String operator, boolean userCode) {
            this(
                    cause,
                    operator,
                    userCode,
                    FailureTrace.of(cause),
                    FailureTrace.has(cause, Failed::ofAnother),
                    ServiceMissingException.behind(cause));
        }

        private static boolean ofAnother(Throwable t) {
            return t instanceof PartitionFailedException || t instanceof StaleConsumerException;
        }
    }

    /**
     * A service that this attempt holds is about to leave; its bundle waits, bounded, for the attempt to end.
     *
     * @param bundle symbolic name and version of the bundle that leaves
     */
    record ServiceLeaves(ServiceNeed need, String bundle) implements TaskReport {}

    record Canceled() implements TaskReport {}

    /** User code did not return after cancel; its slot is given up until it does. {@code stack} shows where it hangs. */
    record Quarantined(String thread, String stack) implements TaskReport {}
}
