package io.github.foggara.kernel.gateway;

import java.util.List;
import java.util.Map;

/** What a TaskExecutor says of one attempt. The last one is Finished, Failed or Canceled, or Quarantined. */
public sealed interface TaskReport {
    /** The operators are open; records may flow. */
    record Running() implements TaskReport {}

    /**
     * @param recordsIn processed so far
     * @param recordsOut emitted to other vertices, for a source vertex read, so far
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
     * @param operator name of the operator that failed, or of the vertex
     * @param userCode whether the exception came out of user code
     */
    record Failed(Throwable cause, String operator, boolean userCode) implements TaskReport {}

    record Canceled() implements TaskReport {}

    /** User code did not return after cancel; its slot is given up until it does. {@code stack} shows where it hangs. */
    record Quarantined(String thread, String stack) implements TaskReport {}
}
