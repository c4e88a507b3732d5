package io.github.foggara.itests.simulation;

import io.github.foggara.api.execution.ExecutionAttemptId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What the world outside has seen of the run of one seed; only one simulated thread runs at any moment. */
final class Ledger {
    private static final Map<Long, Ledger> BY_SEED = new ConcurrentHashMap<>();

    private final Set<ExecutionAttemptId> opened = new HashSet<>();
    private final List<String> problems = new ArrayList<>();
    private final Map<String, List<String>> published = new HashMap<>();
    /** Records until the next function throws; negative: none does any more. */
    private int untilFailure;

    private int failuresLeft;
    private int failures;

    static Ledger begin(long seed, int firstFailure, int failures) {
        Ledger ledger = new Ledger();
        ledger.untilFailure = firstFailure;
        ledger.failuresLeft = failures;
        BY_SEED.put(seed, ledger);
        return ledger;
    }

    static Ledger of(long seed) {
        return BY_SEED.get(seed);
    }

    static void end(long seed) {
        BY_SEED.remove(seed);
    }

    /** A record goes through a function: does it throw? */
    synchronized boolean fails() {
        if (failuresLeft == 0 || --untilFailure > 0) {
            return false;
        }
        failuresLeft--;
        failures++;
        untilFailure = 7 * failures;
        return true;
    }

    synchronized void opened(ExecutionAttemptId attempt) {
        if (!opened.add(attempt)) {
            problems.add("Attempt " + attempt + " was opened twice");
        }
    }

    synchronized void published(String side, List<String> lines) {
        List<String> before = published.put(side, lines);
        if (before != null && !before.equals(lines)) {
            problems.add("Published " + before + ", then " + lines);
        }
    }

    /** By side. */
    synchronized Map<String, List<String>> published() {
        return Map.copyOf(published);
    }

    synchronized List<String> problems() {
        return List.copyOf(problems);
    }

    synchronized int failures() {
        return failures;
    }
}
