package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.gateway.TaskRestore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** A harness whose tasks take part in checkpoints, and who asks for these. */
final class CheckpointedRun implements AutoCloseable {
    final TaskHarness harness;
    final MemoryCheckpoints checkpoints = new MemoryCheckpoints();
    final LongStates states = new LongStates();
    long floor;

    CheckpointedRun(EngineRuntime runtime, Supplier<JobGraph> graph, QueueShuffle shuffle) {
        this(runtime, graph, shuffle, Reach.ONE_PROCESS);
    }

    CheckpointedRun(EngineRuntime runtime, Supplier<JobGraph> graph, QueueShuffle shuffle, Reach reach) {
        harness = new TaskHarness(runtime, graph, shuffle, reach);
        harness.plugins.add(CheckpointService.class, "memory", checkpoints);
        harness.plugins.add(StateBackend.class, "longs", states);
        harness.restores = (vertex, subtask) ->
                Optional.of(new TaskRestore("memory", "longs", 0, floor, "checkpoints", Configuration.EMPTY, Map.of()));
    }

    /** Of a whole vertex. */
    void trigger(long id, int vertex) {
        for (int subtask = 0; subtask < harness.plan.parallelism(vertex); subtask++) {
            trigger(id, vertex, subtask);
        }
    }

    void trigger(long id, int vertex, int subtask) {
        harness.executor.triggerCheckpoint(
                harness.plan.attempt(vertex, subtask), harness.epoch, new CheckpointBarrier(id, 0, true));
    }

    void abort(long id) {
        forEachTask(attempt -> harness.executor.checkpointAborted(attempt, harness.epoch, id));
    }

    void complete(long id) {
        forEachTask(attempt -> harness.executor.checkpointCompleted(attempt, harness.epoch, id));
    }

    private void forEachTask(Consumer<ExecutionAttemptId> action) {
        for (int vertex = 0; vertex < harness.plan.vertices().size(); vertex++) {
            for (int subtask = 0; subtask < harness.plan.parallelism(vertex); subtask++) {
                action.accept(harness.plan.attempt(vertex, subtask));
            }
        }
    }

    /** Of so many tasks; each must acknowledge. */
    Map<ExecutionAttemptId, SubtaskSnapshot> acknowledged(long id, int tasks) throws Exception {
        while (harness.answers.getOrDefault(id, Map.of()).size() < tasks) {
            harness.next();
        }
        Map<ExecutionAttemptId, SubtaskSnapshot> snapshots = new LinkedHashMap<>();
        harness.answers.get(id).forEach((attempt, answer) -> {
            if (!(answer instanceof TaskReport.Acknowledged acknowledged)) {
                throw new AssertionError(attempt + " said " + answer);
            }
            snapshots.put(attempt, acknowledged.snapshot());
        });
        return snapshots;
    }

    TaskReport answer(long id, int vertex, int subtask) throws Exception {
        ExecutionAttemptId attempt = harness.plan.attempt(vertex, subtask);
        while (!harness.answers.getOrDefault(id, Map.of()).containsKey(attempt)) {
            harness.next();
        }
        return harness.answers.get(id).get(attempt);
    }

    SubtaskSnapshot snapshot(long id, int vertex, int subtask) throws Exception {
        TaskReport answer = answer(id, vertex, subtask);
        if (!(answer instanceof TaskReport.Acknowledged acknowledged)) {
            throw new AssertionError("It said " + answer);
        }
        return acknowledged.snapshot();
    }

    TaskReport.Declined declined(long id, int vertex, int subtask) throws Exception {
        return (TaskReport.Declined) answer(id, vertex, subtask);
    }

    /** From now on tasks begin from these snapshots: with their own splits and lists, and the keyed state of the whole vertex. */
    void restoreFrom(long id, Map<ExecutionAttemptId, SubtaskSnapshot> snapshots) {
        floor = id;
        harness.restores = (vertex, subtask) -> {
            Map<String, List<OperatorSnapshot>> state = new HashMap<>();
            snapshots.forEach((attempt, snapshot) -> {
                if (attempt.vertex() == vertex) {
                    boolean own = attempt.subtask() == subtask;
                    snapshot.operators()
                            .forEach((uid, operator) -> state.computeIfAbsent(uid, u -> new ArrayList<>())
                                    .add(own ? operator : onlyKeyed(operator)));
                }
            });
            return Optional.of(
                    new TaskRestore("memory", "longs", id, floor, "checkpoints", Configuration.EMPTY, state));
        };
    }

    /** From now on that operator takes this over, and no other anything. */
    void restore(String uid, OperatorSnapshot snapshot) {
        harness.restores = (vertex, subtask) -> Optional.of(new TaskRestore(
                "memory", "longs", 3, 3, "checkpoints", Configuration.EMPTY, Map.of(uid, List.of(snapshot))));
    }

    private static OperatorSnapshot onlyKeyed(OperatorSnapshot operator) {
        return new OperatorSnapshot(operator.types(), operator.keyed(), List.of(), List.of(), List.of());
    }

    /** Ends what runs and deploys the next attempts of all. */
    void restart() throws Exception {
        harness.cancelAll();
        harness.await();
        harness.outcomes.clear();
        forEachTask(attempt -> harness.plan.restart(attempt.vertex(), attempt.subtask()));
        for (int vertex = harness.plan.vertices().size() - 1; vertex >= 0; vertex--) {
            harness.deployOnly(vertex);
        }
    }

    /** Until all tasks of the plan have said that they run. */
    void awaitAllRunning() throws Exception {
        int tasks = 0;
        for (int vertex = 0; vertex < harness.plan.vertices().size(); vertex++) {
            tasks += harness.plan.parallelism(vertex);
        }
        while (tasks > 0) {
            if (harness.next().report() instanceof TaskReport.Running) {
                tasks--;
            }
        }
    }

    /** After the release of the job. */
    void checkNothingIsOpen() {
        assertThat(states.open).hasValue(0);
        assertThat(states.openSnapshots).hasValue(0);
        assertThat(checkpoints.openWriters).hasValue(0);
        assertThat(harness.plugins.leases).hasValue(0);
    }

    @Override
    public void close() throws Exception {
        harness.close();
    }
}
