package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.state.OperatorStateBackend.Kind;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanVertex;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RedistributionTest {
    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static OperatorSnapshot.Named named(String name, Kind kind, String element) {
        return new OperatorSnapshot.Named(name, kind, new StateHandle.Inline(bytes(element)));
    }

    private static OperatorSnapshot snapshot(boolean keyed, List<OperatorSnapshot.Named> states, String... splits) {
        List<byte[]> encoded = new ArrayList<>();
        for (String split : splits) {
            encoded.add(bytes(split));
        }
        Optional<OperatorSnapshot.Keyed> groups = keyed
                ? Optional.of(new OperatorSnapshot.Keyed(
                        "heap", List.of(new OperatorSnapshot.Group(3, new StateHandle.Inline(bytes("g"))))))
                : Optional.empty();
        return new OperatorSnapshot(new byte[0], groups, states, encoded, List.of(bytes("to publish")));
    }

    /** One vertex of one operator; a null snapshot is of a subtask that has finished. */
    private static CheckpointMetadata metadata(String uid, OperatorSnapshot... subtasks) {
        Map<Integer, SubtaskSnapshot> all = new HashMap<>();
        for (int i = 0; i < subtasks.length; i++) {
            if (subtasks[i] != null) {
                all.put(
                        i,
                        new SubtaskSnapshot(
                                Map.of(uid, subtasks[i]),
                                false,
                                new long[0],
                                new long[0],
                                new SubtaskSnapshot.Figures(0, 0, 0, 0)));
            }
        }
        return new CheckpointMetadata(
                new JobId(1, 2),
                "job",
                5,
                0,
                CheckpointMetadata.Kind.CHECKPOINT,
                "f",
                List.of(new CheckpointMetadata.Vertex("v", List.of(uid), subtasks.length, 128, Map.of(), all)));
    }

    private static JobPlan plan(String uid, int parallelism, int maxParallelism) {
        return new JobPlan(
                List.of(new PlanVertex(0, "v", List.of(uid), parallelism, false, true)),
                List.of(),
                "f",
                RuntimeMode.STREAMING,
                maxParallelism,
                Configuration.EMPTY,
                Map.of(),
                List.of());
    }

    private static List<OperatorSnapshot> state(JobPlan plan, CheckpointMetadata metadata, int subtask) {
        return new Redistribution(plan, metadata)
                .state(plan.vertices().get(0), subtask)
                .getOrDefault("op", List.of());
    }

    private static List<String> states(List<OperatorSnapshot> snapshots) {
        return snapshots.stream()
                .flatMap(s -> s.operatorStates().stream())
                .map(n -> new String(((StateHandle.Inline) n.bytes()).bytes(), StandardCharsets.UTF_8))
                .toList();
    }

    private static List<String> splits(List<OperatorSnapshot> snapshots) {
        return snapshots.stream()
                .flatMap(s -> s.splits().stream())
                .map(split -> new String(split, StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void withEqualParallelismEverybodyHasItsOwnBackAndUnionStateOfAll() {
        CheckpointMetadata metadata = metadata(
                "op",
                snapshot(true, List.of(named("u", Kind.UNION, "u0"), named("l", Kind.SPLIT, "l0")), "s0"),
                snapshot(true, List.of(named("u", Kind.UNION, "u1"), named("l", Kind.SPLIT, "l1")), "s1"));
        List<OperatorSnapshot> mine = state(plan("op", 2, 128), metadata, 1);
        assertThat(states(mine)).containsExactly("u1", "l1", "u0");
        assertThat(splits(mine)).containsExactly("s1");
        assertThat(mine).filteredOn(s -> s.keyed().isPresent()).hasSize(1);
        assertThat(mine).allMatch(s -> s.committables().isEmpty());
    }

    @Test
    void withAnotherParallelismSplitStateIsDealtOutAndNothingIsLostOrDoubled() {
        CheckpointMetadata metadata = metadata(
                "op",
                snapshot(
                        true,
                        List.of(
                                named("l", Kind.SPLIT, "l0"),
                                named("l", Kind.SPLIT, "l1"),
                                named("b", Kind.BROADCAST, "b")),
                        "s0",
                        "s1",
                        "s2"),
                snapshot(true, List.of(named("l", Kind.SPLIT, "l2"), named("b", Kind.BROADCAST, "b")), "s3"));
        List<String> lists = new ArrayList<>();
        List<String> splits = new ArrayList<>();
        for (int subtask = 0; subtask < 3; subtask++) {
            List<OperatorSnapshot> mine = state(plan("op", 3, 128), metadata, subtask);
            assertThat(states(mine)).filteredOn(s -> s.equals("b")).hasSize(1);
            assertThat(mine).filteredOn(s -> s.keyed().isPresent()).hasSize(2);
            lists.addAll(states(mine).stream().filter(s -> s.startsWith("l")).toList());
            splits.addAll(splits(mine));
        }
        assertThat(lists).containsExactlyInAnyOrder("l0", "l1", "l2");
        assertThat(splits).containsExactlyInAnyOrder("s0", "s1", "s2", "s3");
    }

    @Test
    void aSubtaskThatHadFinishedBeginsWithNothing() {
        CheckpointMetadata metadata = metadata("op", snapshot(true, List.of(), "s0"), null);
        assertThat(state(plan("op", 2, 128), metadata, 1)).isEmpty();
        assertThat(splits(state(plan("op", 2, 128), metadata, 0))).containsExactly("s0");
    }

    @Test
    void stateOfAnOperatorThatIsNotThereIsRefusedUnlessItMayBeDropped() {
        Redistribution changed = new Redistribution(
                plan("other", 1, 128), metadata("op", snapshot(false, List.of(named("l", Kind.SPLIT, "l")))));
        assertThat(changed.problem(Configuration.EMPTY).orElseThrow())
                .contains("Checkpoint 5", "uid 'op'", "execution.state-recovery.ignore-unclaimed-state=true");
        assertThat(changed.problem(with(JobOptions.IGNORE_UNCLAIMED_STATE))).isEmpty();
    }

    @Test
    void anotherMaximumParallelismIsRefusedForKeyedStateOnly() {
        assertThat(new Redistribution(plan("op", 1, 256), metadata("op", snapshot(true, List.of())))
                        .problem(Configuration.EMPTY)
                        .orElseThrow())
                .contains("maximum parallelism of 128", "256", "pipeline.max-parallelism=128");
        assertThat(new Redistribution(plan("op", 1, 256), metadata("op", snapshot(false, List.of(), "s")))
                        .problem(Configuration.EMPTY))
                .isEmpty();
    }

    private static Configuration with(Option<Boolean> option) {
        return new Configuration(Map.of(option.key(), "true"));
    }

    /** As many former subtasks, each with a head and one segment. */
    private static CheckpointMetadata segments(Kind kind, int parallelism) {
        OperatorSnapshot[] subtasks = new OperatorSnapshot[parallelism];
        for (int i = 0; i < parallelism; i++) {
            subtasks[i] = snapshot(false, List.of(named("head", kind, "head " + i), named("0", kind, "segment " + i)));
        }
        return metadata("op", subtasks);
    }

    @Test
    void partitionsAreNotMixedUnlessThatIsWanted() {
        CheckpointMetadata metadata = segments(Kind.SUBTASK_SEGMENTS, 3);
        Redistribution other = new Redistribution(plan("op", 2, 128), metadata);
        assertThat(other.problem(Configuration.EMPTY).orElseThrow())
                .contains("Checkpoint 5", "operator 'op'", "its 3 subtasks, and it has 2 now")
                .contains("execution.state-recovery.redistribute-partitions=true");
        assertThat(other.problem(with(JobOptions.REDISTRIBUTE_PARTITIONS))).isEmpty();
        assertThat(new Redistribution(plan("op", 3, 128), metadata).problem(Configuration.EMPTY))
                .isEmpty();
    }

    @Test
    void aPartitionGoesToTheSubtaskOfItsNumberModuloTheParallelism() {
        CheckpointMetadata metadata = segments(Kind.SUBTASK_SEGMENTS, 3);
        JobPlan two = plan("op", 2, 128);
        assertThat(states(state(two, metadata, 0))).containsExactly("head 0", "segment 0", "head 2", "segment 2");
        assertThat(state(two, metadata, 0)).as("one for each former subtask").hasSize(2);
        assertThat(states(state(two, metadata, 1))).containsExactly("head 1", "segment 1");
        assertThat(states(state(plan("op", 3, 128), metadata, 1))).containsExactly("head 1", "segment 1");
        assertThat(state(plan("op", 5, 128), metadata, 4)).isEmpty();
    }

    @Test
    void segmentsOfKeyGroupsGoToAllWhoHaveSomeOfTheseGroupsNow() {
        CheckpointMetadata metadata = segments(Kind.GROUP_SEGMENTS, 2);
        assertThat(new Redistribution(plan("op", 3, 128), metadata).problem(Configuration.EMPTY))
                .isEmpty();
        JobPlan three = plan("op", 3, 128);
        assertThat(states(state(three, metadata, 0))).containsExactly("head 0", "segment 0");
        assertThat(states(state(three, metadata, 1))).containsExactly("head 0", "segment 0", "head 1", "segment 1");
        assertThat(states(state(three, metadata, 2))).containsExactly("head 1", "segment 1");
        JobPlan one = plan("op", 1, 128);
        assertThat(states(state(one, metadata, 0))).hasSize(4);
        JobPlan four = plan("op", 4, 128);
        assertThat(states(state(four, metadata, 1))).containsExactly("head 0", "segment 0");
        assertThat(states(state(four, metadata, 2))).containsExactly("head 1", "segment 1");
    }

    @Test
    void anotherMaximumParallelismIsRefusedForSegmentsOfKeyGroups() {
        assertThat(new Redistribution(plan("op", 2, 256), segments(Kind.GROUP_SEGMENTS, 2))
                        .problem(Configuration.EMPTY)
                        .orElseThrow())
                .contains("maximum parallelism of 128", "256");
    }
}
