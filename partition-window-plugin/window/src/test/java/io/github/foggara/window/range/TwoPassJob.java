package io.github.foggara.window.range;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.sort.SortCriterion;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.testkit.task.AccountedMemory;
import io.github.foggara.testkit.task.TaskSetting;
import io.github.foggara.window.SpillPlaces;
import io.github.foggara.window.range.TwoPassLife.Checkpoint;
import io.github.foggara.window.range.TwoPassLife.Passes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Both passes over records that are given by subtask, from the begin to the end, whatever crashes on the way. */
final class TwoPassJob {
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        Crash() {
            super("crash", null, false, false);
        }
    }

    private final Passes passes;
    private final AccountedMemory memory = new AccountedMemory(1L << 30);
    private final Path directory;
    private Random random;
    private int crashes;
    private int pace;
    private int untilEvent;
    private Checkpoint newest;
    private TwoPassLife.Pending pending;
    private int checkpoints;

    private TwoPassJob(OperatorRef first, OperatorRef second, Class<?> type, Path directory, int consumers) {
        this.directory = directory;
        TaskSetting setting = TaskSetting.of(type).with(memory);
        this.passes = new Passes(first, second, new SpillPlaces(directory), setting, consumers);
    }

    static TwoPassJob index(Class<?> type, Path directory) {
        return new TwoPassJob(reference("count", Map.of()), reference("index", Map.of()), type, directory, 1);
    }

    /**
     * @param consumers subtasks of the operator behind
     */
    static TwoPassJob range(
            Class<?> type, SortCriterion criterion, int consumers, Path directory, Object... functions) {
        Map<String, String> parameters = new SortSpec(List.of(criterion), SortSpec.ALL).parameters();
        return new TwoPassJob(
                reference("range-sample", parameters, functions),
                reference("range-route", parameters, functions),
                type,
                directory,
                consumers);
    }

    private static OperatorRef reference(String name, Map<String, String> parameters, Object... functions) {
        return new OperatorRef("partition-window", name, parameters, List.of(functions));
    }

    TwoPassLife life(int parallelism, Checkpoint from) throws Exception {
        return new TwoPassLife(passes, parallelism, from);
    }

    /** Without a crash. */
    List<List<Object>> run(List<? extends List<?>> records) throws Exception {
        return run(records, new Random(0), 0);
    }

    /**
     * @param records by subtask
     * @return what left in all, by subtask
     */
    List<List<Object>> run(List<? extends List<?>> records, Random chance, int maxCrashes) throws Exception {
        random = chance;
        crashes = maxCrashes;
        newest = null;
        List<List<Object>> left = new ArrayList<>();
        records.forEach(each -> left.add(new ArrayList<>()));
        List<Integer> position = new ArrayList<>(records.stream().map(each -> 0).toList());
        while (true) {
            Checkpoint from = newest;
            newest = null;
            try (TwoPassLife life = life(records.size(), from)) {
                boolean ended = live(life, records, position);
                for (int i = 0; i < records.size(); i++) {
                    left.get(i).addAll(kept(life.output().get(i), i, ended));
                }
                if (ended) {
                    return left;
                }
            }
            for (int i = 0; newest != null && i < records.size(); i++) {
                position.set(i, position.get(i) + newest.given().get(i));
            }
            newest = newest == null ? from : newest;
        }
    }

    /** What does not come again. */
    private List<Object> kept(List<Object> left, int subtask, boolean ended) {
        if (ended) {
            return left;
        }
        return newest == null ? List.of() : left.subList(0, newest.emitted().get(subtask));
    }

    private boolean live(TwoPassLife life, List<? extends List<?>> records, List<Integer> position) throws Exception {
        pace = 1 + random.nextInt(2 + records.stream().mapToInt(List::size).sum() / 2);
        untilEvent = random.nextInt(pace);
        life.between(this::event);
        try {
            read(life, records, position);
            List<Integer> order = shuffled(records.size());
            for (int subtask : order) {
                boolean recordsFirst = random.nextBoolean();
                for (boolean endOfRecords : List.of(recordsFirst, !recordsFirst)) {
                    if (endOfRecords) {
                        life.endRecords(subtask);
                    } else {
                        life.endTallies(subtask);
                    }
                    event(life);
                }
            }
            return true;
        } catch (Crash crash) {
            return false;
        } finally {
            if (pending != null) {
                pending.close();
                pending = null;
            }
        }
    }

    private void read(TwoPassLife life, List<? extends List<?>> records, List<Integer> position) throws Exception {
        List<Integer> open = shuffled(records.size());
        int[] next = position.stream().mapToInt(each -> each).toArray();
        while (!open.isEmpty()) {
            Integer subtask = open.get(random.nextInt(open.size()));
            if (next[subtask] < records.get(subtask).size()) {
                life.give(subtask, records.get(subtask).get(next[subtask]++));
            } else {
                life.end(subtask);
                open.remove(subtask);
            }
            if (random.nextInt(3) == 0) {
                life.catchUp(subtask);
            }
            event(life);
        }
    }

    private List<Integer> shuffled(int count) {
        List<Integer> all = new ArrayList<>(IntStream.range(0, count).boxed().toList());
        Collections.shuffle(all, random);
        return all;
    }

    private void event(TwoPassLife life) {
        if (--untilEvent > 0) {
            return;
        }
        untilEvent = 1 + random.nextInt(pace);
        if (pending != null) {
            if (random.nextInt(4) > 0) {
                newest = pending.write();
                checkpoints++;
            }
            pending.close();
            pending = null;
        } else if (crashes > 0 && random.nextInt(4) == 0) {
            crashes--;
            throw new Crash();
        } else if (crashes > 0) {
            pending = begin(life);
        }
    }

    private static TwoPassLife.Pending begin(TwoPassLife life) {
        try {
            return life.begin();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** That were completed. */
    int checkpoints() {
        return checkpoints;
    }

    /** What tasks that have closed left behind, in words; nothing, if all is well. */
    List<String> residue() throws IOException {
        List<String> residue = new ArrayList<>();
        if (memory.taken() > 0) {
            residue.add(memory.taken() + " bytes of memory");
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.filter(Files::isRegularFile).forEach(file -> residue.add(file.toString()));
        }
        return residue;
    }
}
