package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.state.OperatorStateBackend.Kind;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanVertex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Who takes over what of a checkpoint. Pure.
 *
 * <p>Keyed state goes by key groups: a task is handed whole snapshots and takes its own groups out of them. With equal parallelism every
 * subtask has its own state back; with another one split lists and splits of readers are dealt out in turn. Union lists go to
 * everybody, of broadcast state one copy does.
 */
final class Redistribution {
    private record Former(CheckpointMetadata.Vertex vertex, List<OperatorSnapshot> subtasks, List<Integer> numbers) {}

    private final JobPlan plan;
    private final CheckpointMetadata metadata;
    private final Map<String, Former> former = new TreeMap<>();

    Redistribution(JobPlan plan, CheckpointMetadata metadata) {
        this.plan = plan;
        this.metadata = metadata;
        for (CheckpointMetadata.Vertex vertex : metadata.vertices()) {
            vertex.chain().forEach(uid -> former.put(uid, former(vertex, uid)));
        }
    }

    private static Former former(CheckpointMetadata.Vertex vertex, String uid) {
        List<OperatorSnapshot> snapshots = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (Map.Entry<Integer, SubtaskSnapshot> subtask : new TreeMap<>(vertex.subtasks()).entrySet()) {
            OperatorSnapshot snapshot = subtask.getValue().operators().get(uid);
            if (snapshot != null) {
                snapshots.add(snapshot);
                numbers.add(subtask.getKey());
            }
        }
        return new Former(vertex, snapshots, numbers);
    }

    /**
     * Why the job must not go on from it, for users.
     *
     * @param ignoreUnclaimed whether state of operators that are not there any more may be dropped
     */
    Optional<String> problem(boolean ignoreUnclaimed) {
        Set<String> uids = new HashSet<>();
        plan.vertices().forEach(vertex -> uids.addAll(vertex.chain()));
        for (Map.Entry<String, Former> entry : former.entrySet()) {
            Former operator = entry.getValue();
            boolean holds = operator.subtasks.stream().anyMatch(Redistribution::holdsState)
                    || operator.vertex.coordinators().containsKey(entry.getKey());
            if (holds && !uids.contains(entry.getKey()) && !ignoreUnclaimed) {
                return Optional.of(intro() + "holds state of the operator with uid '" + entry.getKey() + "' (vertex '"
                        + operator.vertex.name() + "'), which the program does not have any more. Give the operator its"
                        + " uid back, or set " + JobOptions.IGNORE_UNCLAIMED_STATE.key() + "=true to drop its state");
            }
            boolean keyed = operator.subtasks.stream().anyMatch(s -> s.keyed().isPresent());
            if (keyed && uids.contains(entry.getKey()) && operator.vertex.maxParallelism() != plan.maxParallelism()) {
                return Optional.of(intro() + "was taken with a maximum parallelism of "
                        + operator.vertex.maxParallelism() + ", the job has " + plan.maxParallelism()
                        + " now, and keyed state of operator '" + entry.getKey() + "' cannot be spread anew. Set "
                        + JobOptions.MAX_PARALLELISM.key() + "=" + operator.vertex.maxParallelism());
            }
        }
        return Optional.empty();
    }

    private String intro() {
        return "Checkpoint " + metadata.id() + " of job '" + metadata.jobName() + "' ";
    }

    private static boolean holdsState(OperatorSnapshot snapshot) {
        return snapshot.keyed().isPresent()
                || !snapshot.operatorStates().isEmpty()
                || !snapshot.splits().isEmpty()
                || !snapshot.committables().isEmpty();
    }

    /** By uid, what this subtask takes over. */
    Map<String, List<OperatorSnapshot>> state(PlanVertex vertex, int subtask) {
        Map<String, List<OperatorSnapshot>> state = new HashMap<>();
        for (String uid : vertex.chain()) {
            Former operator = former.get(uid);
            if (operator != null && !operator.subtasks.isEmpty()) {
                List<OperatorSnapshot> mine = operator.vertex.parallelism() == vertex.parallelism()
                        ? own(operator, subtask)
                        : dealt(operator, subtask, vertex.parallelism());
                if (!mine.isEmpty()) {
                    state.put(uid, mine);
                }
            }
        }
        return state;
    }

    private static List<OperatorSnapshot> own(Former operator, int subtask) {
        List<OperatorSnapshot> mine = new ArrayList<>();
        for (int i = 0; i < operator.subtasks.size(); i++) {
            OperatorSnapshot snapshot = operator.subtasks.get(i);
            if (operator.numbers.get(i) == subtask) {
                mine.add(0, with(snapshot, true, snapshot.operatorStates(), snapshot.splits()));
            } else {
                addIfSome(mine, with(snapshot, false, only(snapshot, Kind.UNION), List.of()));
            }
        }
        return mine;
    }

    private static List<OperatorSnapshot> dealt(Former operator, int subtask, int parallelism) {
        List<OperatorSnapshot> mine = new ArrayList<>();
        int element = 0;
        int split = 0;
        boolean broadcast = false;
        for (OperatorSnapshot snapshot : operator.subtasks) {
            List<OperatorSnapshot.Named> states = new ArrayList<>(only(snapshot, Kind.UNION));
            List<OperatorSnapshot.Named> everywhere = only(snapshot, Kind.BROADCAST);
            if (!broadcast) {
                states.addAll(everywhere);
                broadcast = !everywhere.isEmpty();
            }
            for (OperatorSnapshot.Named named : only(snapshot, Kind.SPLIT)) {
                if (element++ % parallelism == subtask) {
                    states.add(named);
                }
            }
            List<byte[]> splits = new ArrayList<>();
            for (byte[] one : snapshot.splits()) {
                if (split++ % parallelism == subtask) {
                    splits.add(one);
                }
            }
            addIfSome(mine, with(snapshot, true, states, splits));
        }
        return mine;
    }

    private static List<OperatorSnapshot.Named> only(OperatorSnapshot snapshot, Kind kind) {
        return snapshot.operatorStates().stream()
                .filter(named -> named.kind() == kind)
                .toList();
    }

    private static void addIfSome(List<OperatorSnapshot> mine, OperatorSnapshot snapshot) {
        if (holdsState(snapshot)) {
            mine.add(snapshot);
        }
    }

    /** Committables stay with the job: they are published from the checkpoint, not by tasks. */
    private static OperatorSnapshot with(
            OperatorSnapshot snapshot, boolean keyed, List<OperatorSnapshot.Named> states, List<byte[]> splits) {
        return new OperatorSnapshot(
                snapshot.types(), keyed ? snapshot.keyed() : Optional.empty(), states, splits, List.of());
    }
}
