package io.github.foggara.itests.simulation;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.runtime.EngineRuntime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What goes wrong in the run of one seed beside its container, and what is seen of its attempts: none begins without a cause. Simulated
 * threads only, of which one runs at a time.
 */
final class IdBook {
    private static final Map<Long, IdBook> BY_SEED = new ConcurrentHashMap<>();
    private static final int SUBTASKS = 2;

    private final IdBug bug;
    private final Random random;
    /** A failure restarts both pipelines. */
    private final boolean full;

    private final Set<ExecutionAttemptId> opened = new HashSet<>();
    /** By side and subtask: so many attempts may still open. */
    private final Map<String, Integer> due = new HashMap<>();

    private final List<String> problems = new ArrayList<>();
    private Points points;
    private EngineRuntime pacer;
    private int failuresLeft;
    private int spoiledLeft;
    private int deathsLeft;
    private int untilFailure;
    private int untilSpoiled;
    private int untilDeath;
    private int failures;
    private int deaths;

    private IdBook(long seed, IdBug bug) {
        this.bug = bug;
        random = new Random(~seed);
        full = random.nextInt(4) == 0;
        failuresLeft = random.nextInt(4);
        spoiledLeft = 1 + random.nextInt(3);
        deathsLeft = random.nextInt(3);
        untilFailure = 1 + random.nextInt(100);
        untilSpoiled = 1 + random.nextInt(25);
        untilDeath = 1 + random.nextInt(40);
    }

    static IdBook begin(long seed, IdBug bug) {
        IdBook book = new IdBook(seed, bug);
        BY_SEED.put(seed, book);
        return book;
    }

    static IdBook of(long seed) {
        return BY_SEED.get(seed);
    }

    static void end(long seed) {
        BY_SEED.remove(seed);
    }

    IdBug bug() {
        return bug;
    }

    String strategy() {
        return full ? "full" : "region";
    }

    /** Another container runs from now on. */
    void container(EngineRuntime runtime, Points where) {
        pacer = runtime;
        points = where;
    }

    void at(Point point) {
        points.at(point);
    }

    /** A moment passes. */
    void pace() {
        pacer.newParker().parkNanos(TimeUnit.MILLISECONDS.toNanos(4));
    }

    // ---- what goes wrong

    /** A record goes through a function: does it throw? */
    boolean fails(String side) {
        if (failuresLeft == 0 || --untilFailure > 0) {
            return false;
        }
        failuresLeft--;
        failures++;
        untilFailure = 1 + random.nextInt(100);
        for (String one : full ? List.of("left", "right") : List.of(side)) {
            mayBegin(one);
        }
        return true;
    }

    /** A checkpoint does something that may fail: does it? */
    boolean spoiled() {
        if (spoiledLeft == 0 || --untilSpoiled > 0) {
            return false;
        }
        spoiledLeft--;
        untilSpoiled = 1 + random.nextInt(25);
        return true;
    }

    /** From the beginning on. */
    void sparesJobMasters() {
        deathsLeft = 0;
    }

    /** An event is appended: does the JobMaster die? */
    boolean jobMasterDies() {
        if (deathsLeft == 0 || --untilDeath > 0) {
            return false;
        }
        deathsLeft--;
        deaths++;
        untilDeath = 1 + random.nextInt(40);
        return true;
    }

    // ---- what is seen

    /** Each subtask of that side has a cause for one more attempt. */
    void mayBegin(String side) {
        for (int subtask = 0; subtask < SUBTASKS; subtask++) {
            due.merge(side + subtask, 1, Integer::sum);
        }
    }

    void opened(String side, ExecutionAttemptId attempt) {
        if (!opened.add(attempt)) {
            problems.add("Attempt " + attempt + " was opened twice");
        }
        if (due.merge(side + attempt.subtask(), -1, Integer::sum) < 0) {
            problems.add("Attempt " + attempt + " of " + side + " began though nothing of it had failed");
        }
    }

    /** Functions that threw. */
    int failures() {
        return failures;
    }

    /** JobMasters that died. */
    int deaths() {
        return deaths;
    }

    List<String> problems() {
        return problems;
    }
}
