package io.github.foggara.api.checkpoint;

import java.util.Map;

/**
 * What one subtask contributes to a checkpoint.
 *
 * @param operators by uid
 * @param operatorsFinished whether its operators had finished, though the task still ran (FLIP-147)
 * @param inputPositions by channel of its gate: sequence number of the next record it would process
 * @param outputPositions by output and subpartition, in the order of the deployment: records appended before the barrier
 */
public record SubtaskSnapshot(
        Map<String, OperatorSnapshot> operators,
        boolean operatorsFinished,
        long[] inputPositions,
        long[] outputPositions,
        Figures figures) {
    public SubtaskSnapshot {
        operators = Map.copyOf(operators);
    }

    /**
     * What it cost.
     *
     * @param alignmentNanos from the first barrier to the last
     * @param syncNanos processing stood still for it
     * @param asyncNanos from then until everything was written
     * @param bytes written
     */
    public record Figures(long alignmentNanos, long syncNanos, long asyncNanos, long bytes) {}
}
