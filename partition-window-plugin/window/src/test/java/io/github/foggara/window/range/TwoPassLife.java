package io.github.foggara.window.range;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.PendingSnapshot;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import io.github.foggara.window.SpillPlaces;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * All subtasks of both passes between two crashes, without an engine: what the test says happens, one step at a time. A record reaches the first
 * pass when it is given, and the second some time later.
 */
final class TwoPassLife implements AutoCloseable {
    private final List<OperatorHarness<Object, byte[]>> first = new ArrayList<>();
    private final List<OperatorHarness<Object, Object>> second = new ArrayList<>();
    /** Of each subtask, what only the first pass has seen. */
    private final List<Deque<Object>> under = new ArrayList<>();

    private final int[] given;
    private final int[] told;

    /**
     * What a checkpoint holds.
     *
     * @param given records that each subtask had been given
     */
    record Checkpoint(List<StoredSnapshot> first, List<StoredSnapshot> second, List<Integer> given) {
        /** Of each subtask, records that had left. */
        List<Integer> emitted() {
            return second.stream().map(StoredSnapshot::emitted).toList();
        }
    }

    /** The two operators, and where they are put. */
    record Passes(OperatorRef first, OperatorRef second, SpillPlaces places, TaskSetting setting, int consumers) {
        @SuppressWarnings("unchecked")
        private <O> Operator<Object, O> make(OperatorRef reference) {
            return (Operator<Object, O>)
                    RangeOperators.create(reference, places).orElseThrow();
        }

        Operator<Object, byte[]> makeFirst() {
            return make(first);
        }

        Operator<Object, Object> makeSecond() {
            Operator<Object, Object> made = make(second);
            return made instanceof RouteOperator route ? new Watched(route, consumers) : made;
        }
    }

    /**
     * @param from null for a fresh start
     */
    TwoPassLife(Passes passes, int parallelism, Checkpoint from) throws Exception {
        given = new int[parallelism];
        told = new int[parallelism];
        for (int i = 0; i < parallelism; i++) {
            TaskSetting setting = passes.setting().subtask(i, parallelism);
            List<StoredSnapshot> formerFirst = from == null ? List.of() : from.first();
            List<StoredSnapshot> formerSecond = from == null ? List.of() : from.second();
            first.add(new OperatorHarness<>(passes.makeFirst(), setting, formerFirst));
            second.add(new OperatorHarness<>(passes.makeSecond(), setting, formerSecond));
            under.add(new ArrayDeque<>());
        }
        boolean open = false;
        try {
            for (int i = 0; i < parallelism; i++) {
                first.get(i).open();
                second.get(i).open();
            }
            open = true;
        } finally {
            if (!open) {
                close();
            }
        }
    }

    int parallelism() {
        return given.length;
    }

    /** From now on this happens between two records that a subtask of the second pass emits. */
    void between(Consumer<TwoPassLife> event) {
        second.forEach(each -> each.context().between(() -> event.accept(this)));
    }

    void give(int subtask, Object record) throws Exception {
        given[subtask]++;
        first.get(subtask).process(record);
        under.get(subtask).add(record);
    }

    /** The second pass gets what the first has seen. */
    void catchUp(int subtask) throws Exception {
        for (Object record : under.get(subtask)) {
            second.get(subtask).process(SecondPass.RECORDS, record);
        }
        under.get(subtask).clear();
    }

    /** The records of a subtask have ended for the first pass, and what it tells reaches all. */
    void end(int subtask) throws Exception {
        OperatorHarness<Object, byte[]> ending = first.get(subtask);
        ending.endInput(0);
        for (byte[] tally :
                ending.output().subList(told[subtask], ending.output().size())) {
            for (OperatorHarness<Object, Object> each : second) {
                each.process(SecondPass.TALLIES, tally);
            }
        }
        told[subtask] = ending.output().size();
    }

    void endRecords(int subtask) throws Exception {
        catchUp(subtask);
        second.get(subtask).endInput(SecondPass.RECORDS);
    }

    void endTallies(int subtask) throws Exception {
        second.get(subtask).endInput(SecondPass.TALLIES);
    }

    /** All has ended, subtask after subtask. */
    void endAll() throws Exception {
        for (int i = 0; i < parallelism(); i++) {
            end(i);
        }
        for (int i = 0; i < parallelism(); i++) {
            endRecords(i);
            endTallies(i);
            second.get(i).finish();
        }
    }

    /** What left so far, by subtask. */
    List<List<Object>> output() {
        return second.stream().map(each -> List.copyOf(each.output())).toList();
    }

    /** A checkpoint between its barrier and its end. */
    final class Pending implements AutoCloseable {
        private final List<PendingSnapshot> ofFirst =
                first.stream().map(OperatorHarness::begin).toList();
        private final List<PendingSnapshot> ofSecond =
                second.stream().map(OperatorHarness::begin).toList();
        private final List<Integer> givenThen = Arrays.stream(given).boxed().toList();

        Checkpoint write() {
            return new Checkpoint(
                    ofFirst.stream().map(PendingSnapshot::write).toList(),
                    ofSecond.stream().map(PendingSnapshot::write).toList(),
                    givenThen);
        }

        @Override
        public void close() {
            Stream.concat(ofFirst.stream(), ofSecond.stream()).forEach(PendingSnapshot::close);
        }
    }

    /** A barrier, which has passed both passes. */
    Pending begin() throws Exception {
        for (int i = 0; i < parallelism(); i++) {
            catchUp(i);
        }
        return new Pending();
    }

    @Override
    public void close() throws Exception {
        for (int i = 0; i < first.size(); i++) {
            first.get(i).close();
            second.get(i).close();
        }
    }
}
