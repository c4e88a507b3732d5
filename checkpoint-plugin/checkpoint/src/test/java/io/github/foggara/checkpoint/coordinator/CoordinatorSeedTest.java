package io.github.foggara.checkpoint.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointContext.Phase;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.checkpoint.coordinator.CoordinatorModel.State;
import io.github.foggara.checkpoint.storage.CheckpointDisk;
import io.github.foggara.testkit.checkpoint.CoordinatorScenario;
import io.github.foggara.testkit.checkpoint.ManualCheckpointContext;
import io.github.foggara.testkit.disk.DiskOperation;
import io.github.foggara.testkit.disk.SimulatedDisk;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** A coordinator that is told anything at any time, against the model. {@code -Dseed=} repeats one. */
class CoordinatorSeedTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 40);
    private static final int STEPS = 250;
    private static final JobId JOB = new JobId(1, 4);
    private static final Path DIRECTORY = Path.of("checkpoints");

    @Test
    void whateverHappensNothingIsCompleteThatIsNotWhole() throws Exception {
        String one = System.getProperty("seed");
        long first = one == null ? 0 : Long.parseLong(one);
        for (long seed = first; seed < first + (one == null ? SEEDS : 1); seed++) {
            try {
                new Run(seed).all();
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("-Dseed=" + seed + ": " + e.getMessage(), e);
            }
        }
    }

    private static final class Run {
        private final Random random;
        private final SimulatedDisk disk;
        private final int concurrent;
        private final int retained;
        private final CoordinatorScenario scenario;
        private final ManualCheckpointContext job;
        private final CoordinatorModel model;
        private final Set<String> written = new HashSet<>();

        Run(long seed) {
            random = new Random(seed);
            disk = new SimulatedDisk(seed, null);
            concurrent = 1 + random.nextInt(3);
            retained = 1 + random.nextInt(3);
            Map<String, String> options = Map.of(
                    "max-concurrent-checkpoints",
                    "" + concurrent,
                    "num-retained",
                    "" + retained,
                    "tolerable-failed-checkpoints",
                    "" + random.nextInt(3),
                    "timeout",
                    "30 s",
                    "min-pause",
                    random.nextBoolean() ? "0 ms" : "300 ms",
                    "interval",
                    "1 s");
            scenario = new CoordinatorScenario(
                    new DefaultCheckpointService(disk.as(CheckpointDisk.class)), JOB, DIRECTORY, options, 0);
            job = scenario.job();
            model = new CoordinatorModel(concurrent);
        }

        private void heard() {
            job.takeSaid().forEach(model::said);
        }

        void all() throws Exception {
            for (int step = 0; step < STEPS; step++) {
                step(random.nextInt(16));
                heard();
            }
            assertThat(model.ids).isNotEmpty();
            comeToRest();
        }

        private void step(int what) {
            switch (what) {
                case 0 -> scenario.trigger(Kind.CHECKPOINT);
                case 1, 2 -> some(State.ISSUED).forEach(this::durable);
                case 3, 4 -> some(State.DURABLE).forEach(this::cut);
                case 5, 6, 7, 8, 9 -> answer();
                case 10 -> job.runIoActions(random::nextInt);
                case 11 -> job.runIoAnswers();
                case 12 -> model.complete.stream().limit(1).toList().forEach(this::record);
                case 13 -> advance(random.nextInt(2000));
                case 14 -> trouble();
                default -> restarted();
            }
        }

        private List<Long> some(State state) {
            return model.in(state).stream().limit(1).toList();
        }

        private void durable(long id) {
            model.durable(id);
            scenario.coordinator().issued(id);
            heard();
        }

        private void cut(long id) {
            boolean ready = job.tasks().running().size() == 5;
            if (ready) {
                model.cut(id, job.tasks().running());
            }
            scenario.coordinator().coordinatorsSnapshotted(id, Map.of("vertex-0", new byte[] {1}));
        }

        /** Any attempt, also one that was replaced, about any id, also one that was given up. */
        private void answer() {
            if (model.ids.isEmpty()) {
                return;
            }
            List<Long> open = model.in(State.CUT);
            boolean about = !open.isEmpty() && random.nextInt(10) > 0;
            long id = about
                    ? open.get(random.nextInt(open.size()))
                    : 1 + random.nextInt(model.ids.lastKey().intValue());
            for (ExecutionAttemptId attempt : job.tasks().running()) {
                if (random.nextInt(3) == 0) {
                    int older = random.nextInt(8) == 0 ? Math.min(1, attempt.attempt()) : 0;
                    answer(
                            id,
                            new ExecutionAttemptId(
                                    JOB, attempt.vertex(), attempt.subtask(), attempt.attempt() - older));
                }
            }
        }

        private void answer(long id, ExecutionAttemptId attempt) {
            if (random.nextInt(40) == 0) {
                scenario.coordinator().decline(attempt, id, CheckpointDecline.SNAPSHOT_FAILED, "no");
                heard();
                return;
            }
            SubtaskSnapshot snapshot;
            try {
                snapshot = writtenOnce(id, attempt);
            } catch (UncheckedIOException e) {
                scenario.coordinator().decline(attempt, id, CheckpointDecline.STORAGE_FAILED, e.getMessage());
                heard();
                return;
            }
            if (snapshot != null) {
                model.acknowledged(id, attempt);
                scenario.coordinator().acknowledge(attempt, id, snapshot);
                heard();
            }
        }

        /** Null if that attempt wrote it before. */
        private SubtaskSnapshot writtenOnce(long id, ExecutionAttemptId attempt) {
            String name = id + "/" + attempt;
            return written.add(name) ? scenario.write(attempt, id) : null;
        }

        private void record(long id) {
            model.recorded(id);
            scenario.coordinator().recorded(id);
        }

        private void advance(int millis) {
            job.runtime().advance(Duration.ofMillis(millis));
        }

        private void trouble() {
            DiskOperation[] all = DiskOperation.values();
            disk.heal();
            sharedBy(scenario.stored().stream()
                    .filter(id -> model.ids.get(id) == State.RECORDED || model.ids.get(id) == State.COMPLETE)
                    .toList());
            if (random.nextInt(3) == 0) {
                disk.fail(all[random.nextInt(all.length)]);
            }
        }

        /** A task fails, or those that failed run again. */
        private void restarted() {
            if (random.nextBoolean() && job.tasks().running().size() == 5) {
                int vertex = random.nextInt(2);
                int subtask = random.nextInt(2);
                long floor = scenario.coordinator().fence(Set.of(new TaskId(vertex, subtask)), "failed");
                heard();
                model.fenced();
                assertThat(floor).isEqualTo(model.ids.isEmpty() ? 0 : model.ids.lastKey());
                job.tasks().restart(vertex, subtask);
            } else {
                job.tasks()
                        .vertices()
                        .forEach(vertex -> vertex.attempts()
                                .forEach(attempt -> job.tasks()
                                        .phase(
                                                attempt.id().vertex(),
                                                attempt.id().subtask(),
                                                Phase.RUNNING)));
            }
            scenario.coordinator().tasksChanged();
        }

        /** Two more that go well: then the storage holds the newest ones, all whole, and nothing else. */
        private void comeToRest() throws Exception {
            disk.heal();
            scenario.coordinator().fence(Set.of(new TaskId(0, 0)), "at last");
            job.tasks()
                    .vertices()
                    .forEach(vertex -> vertex.attempts()
                            .forEach(attempt -> job.tasks()
                                    .phase(attempt.id().vertex(), attempt.id().subtask(), Phase.RUNNING)));
            scenario.coordinator().tasksChanged();
            for (int more = 0; more < 8; more++) {
                advance(2000);
                job.runIo();
                heard();
                List.copyOf(model.complete).forEach(this::record);
                for (long id : model.in(State.ISSUED)) {
                    durable(id);
                    cut(id);
                    heard();
                    for (ExecutionAttemptId attempt : job.tasks().running()) {
                        model.acknowledged(id, attempt);
                        scenario.acknowledge(attempt, id);
                    }
                    job.runIo();
                    heard();
                    List.copyOf(model.complete).forEach(this::record);
                    job.runIo();
                    heard();
                }
            }
            List<Long> recorded = model.in(State.RECORDED);
            List<Long> kept = recorded.subList(Math.max(0, recorded.size() - retained), recorded.size());
            assertThat(scenario.stored()).isEqualTo(kept);
            Path run = DIRECTORY.toAbsolutePath().resolve(JOB.toString());
            List<String> names =
                    new ArrayList<>(kept.stream().map(id -> "chk-" + id).toList());
            names.add("shared");
            assertThat(disk.list(run)).containsExactlyInAnyOrderElementsOf(names);
            assertThat(disk.list(run.resolve("shared")).stream().map(name -> "shared/" + name))
                    .containsExactlyInAnyOrderElementsOf(sharedBy(kept));
        }

        /** All of which are whole. */
        private Set<String> sharedBy(List<Long> kept) {
            Set<String> files = new TreeSet<>();
            for (long id : kept) {
                for (StateHandle handle : scenario.handles(id)) {
                    assertThat(scenario.holds(handle))
                            .as("checkpoint %d: %s", id, handle)
                            .isTrue();
                    if (handle instanceof StateHandle.InFile part
                            && scenario.storage().isShared(part)) {
                        files.add(part.file());
                    }
                }
            }
            return files;
        }
    }
}
