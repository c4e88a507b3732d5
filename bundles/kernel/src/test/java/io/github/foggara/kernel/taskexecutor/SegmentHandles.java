package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks into handles and moves what they name. */
final class SegmentHandles {
    private SegmentHandles() {}

    static String file(StateHandle handle) {
        return ((StateHandle.InFile) handle).file();
    }

    /** As another run would have left it: the same bytes at another place. */
    static Map<ExecutionAttemptId, SubtaskSnapshot> moved(
            Map<ExecutionAttemptId, SubtaskSnapshot> cut, Map<String, byte[]> files, String to) {
        Map<String, byte[]> there = new HashMap<>();
        files.forEach((name, bytes) -> there.put(to + name, bytes));
        files.clear();
        files.putAll(there);
        Map<ExecutionAttemptId, SubtaskSnapshot> moved = new LinkedHashMap<>();
        cut.forEach((attempt, snapshot) -> {
            Map<String, OperatorSnapshot> operators = new HashMap<>();
            snapshot.operators().forEach((uid, operator) -> operators.put(uid, moved(operator, to)));
            moved.put(
                    attempt,
                    new SubtaskSnapshot(
                            operators,
                            snapshot.operatorsFinished(),
                            snapshot.inputPositions(),
                            snapshot.outputPositions(),
                            snapshot.figures()));
        });
        return moved;
    }

    private static OperatorSnapshot moved(OperatorSnapshot operator, String to) {
        List<OperatorSnapshot.Named> states = operator.operatorStates().stream()
                .map(named -> {
                    StateHandle.InFile part = (StateHandle.InFile) named.bytes();
                    return new OperatorSnapshot.Named(
                            named.name(),
                            named.kind(),
                            new StateHandle.InFile(to + part.file(), part.offset(), part.length(), part.crc32c()));
                })
                .toList();
        return new OperatorSnapshot(
                operator.types(), operator.keyed(), states, operator.splits(), operator.committables());
    }
}
