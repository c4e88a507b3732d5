package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.OperatorStateBackend.Kind;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanVertex;
import io.github.foggara.kernel.serialization.KeyGroups;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Who takes over what of a checkpoint. Pure.
 *
 * <p>Keyed state goes by key groups: a task is handed whole snapshots and takes its own groups out of them. With equal parallelism every
 * subtask has its own state back; with another one split lists and splits of readers are dealt out in turn. Union lists go to
 * everybody, of broadcast state one copy does. Segments of key groups go to all who have some of these groups now, those of a subtask to one.
 */
final class Redistribution {
    private record Former(CheckpointMetadata.Vertex vertex, List<OperatorSnapshot> subtasks, List<Integer> numbers) {
        boolean holds(Kind kind) {
            return subtasks.stream().anyMatch(subtask -> !only(subtask, kind).isEmpty());
        }

        boolean hadSome(int number, KeyGroupRange groups) {
            KeyGroupRange had = KeyGroups.range(number, vertex.maxParallelism(), vertex.parallelism());
            return had.first() <= groups.last() && had.last() >= groups.first();
        }
    }

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
     * @param options whether state of operators that are not there any more may be dropped, and partitions be mixed
     */
    Optional<String> problem(Configuration options) {
        Map<String, PlanVertex> vertices = new HashMap<>();
        plan.vertices().forEach(vertex -> vertex.chain().forEach(uid -> vertices.put(uid, vertex)));
        for (Map.Entry<String, Former> entry : former.entrySet()) {
            String uid = entry.getKey();
            Former operator = entry.getValue();
            Optional<String> problem = vertices.containsKey(uid)
                    ? maxParallelism(uid, operator)
                            .or(() ->
                                    partitions(uid, operator, vertices.get(uid).parallelism(), options))
                    : unclaimed(uid, operator, options);
            if (problem.isPresent()) {
                return problem;
            }
        }
        return Optional.empty();
    }

    private Optional<String> unclaimed(String uid, Former operator, Configuration options) {
        boolean holds = operator.subtasks.stream().anyMatch(Redistribution::holdsState)
                || operator.vertex.coordinators().containsKey(uid);
        return holds && !options.get(JobOptions.IGNORE_UNCLAIMED_STATE)
                ? Optional.of(intro() + "holds state of the operator with uid '" + uid + "' (vertex '"
                        + operator.vertex.name() + "'), which the program does not have any more. Give the operator its"
                        + " uid back, or set " + JobOptions.IGNORE_UNCLAIMED_STATE.key() + "=true to drop its state")
                : Optional.empty();
    }

    private Optional<String> maxParallelism(String uid, Former operator) {
        boolean keyed = operator.holds(Kind.GROUP_SEGMENTS)
                || operator.subtasks.stream().anyMatch(s -> s.keyed().isPresent());
        return keyed && operator.vertex.maxParallelism() != plan.maxParallelism()
                ? Optional.of(intro() + "was taken with a maximum parallelism of "
                        + operator.vertex.maxParallelism() + ", the job has " + plan.maxParallelism()
                        + " now, and keyed state of operator '" + uid + "' cannot be spread anew. Set "
                        + JobOptions.MAX_PARALLELISM.key() + "=" + operator.vertex.maxParallelism())
                : Optional.empty();
    }

    private Optional<String> partitions(String uid, Former operator, int parallelism, Configuration options) {
        int before = operator.vertex.parallelism();
        return parallelism != before
                        && operator.holds(Kind.SUBTASK_SEGMENTS)
                        && !options.get(JobOptions.REDISTRIBUTE_PARTITIONS)
                ? Optional.of(intro() + "holds the partitions of operator '" + uid + "' (vertex '"
                        + operator.vertex.name() + "'), one for each of its " + before + " subtasks, and it has "
                        + parallelism + " now. Give it its parallelism back, or set "
                        + JobOptions.REDISTRIBUTE_PARTITIONS.key() + "=true to have subtask i modulo " + parallelism
                        + " go on with the partition of former subtask i")
                : Optional.empty();
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
                        : new Dealt(operator, plan.maxParallelism(), vertex.parallelism(), subtask).snapshots();
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

    /** What comes to one subtask of another number. */
    private static final class Dealt {
        private final Former operator;
        private final int parallelism;
        private final int subtask;
        private final KeyGroupRange groups;
        private int element;
        private int split;
        private boolean broadcast;

        Dealt(Former operator, int maxParallelism, int parallelism, int subtask) {
            this.operator = operator;
            this.parallelism = parallelism;
            this.subtask = subtask;
            this.groups = KeyGroups.range(subtask, maxParallelism, parallelism);
        }

        List<OperatorSnapshot> snapshots() {
            List<OperatorSnapshot> mine = new ArrayList<>();
            for (int i = 0; i < operator.subtasks.size(); i++) {
                OperatorSnapshot snapshot = operator.subtasks.get(i);
                addIfSome(mine, with(snapshot, true, states(snapshot, operator.numbers.get(i)), splits(snapshot)));
            }
            return mine;
        }

        private List<OperatorSnapshot.Named> states(OperatorSnapshot snapshot, int number) {
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
            if (number % parallelism == subtask) {
                states.addAll(only(snapshot, Kind.SUBTASK_SEGMENTS));
            }
            if (operator.hadSome(number, groups)) {
                states.addAll(only(snapshot, Kind.GROUP_SEGMENTS));
            }
            return states;
        }

        private List<byte[]> splits(OperatorSnapshot snapshot) {
            List<byte[]> splits = new ArrayList<>();
            for (byte[] one : snapshot.splits()) {
                if (split++ % parallelism == subtask) {
                    splits.add(one);
                }
            }
            return splits;
        }
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
