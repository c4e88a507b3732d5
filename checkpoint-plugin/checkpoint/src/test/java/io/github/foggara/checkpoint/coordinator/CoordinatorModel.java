package io.github.foggara.checkpoint.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a coordinator may say, given what it was told: written down from outside, without its code. Each id goes from issued over durable, cut
 * and complete to recorded, or is given up on the way.
 */
final class CoordinatorModel {
    /** How far an id is. */
    enum State {
        ISSUED,
        DURABLE,
        CUT,
        COMPLETE,
        RECORDED,
        GIVEN_UP
    }

    final TreeMap<Long, State> ids = new TreeMap<>();
    /** In the order of the log. */
    final List<Long> complete = new ArrayList<>();
    /** Attempts that ran when the cut began, less those that answered. */
    private final Map<Long, Set<ExecutionAttemptId>> missing = new HashMap<>();

    private final int mostUnderWay;

    CoordinatorModel(int mostUnderWay) {
        this.mostUnderWay = mostUnderWay;
    }

    /** The id is durable. */
    void durable(long id) {
        ids.replace(id, State.ISSUED, State.DURABLE);
    }

    /** The enumerators gave their state when these ran. */
    void cut(long id, List<ExecutionAttemptId> running) {
        if (ids.replace(id, State.DURABLE, State.CUT)) {
            missing.put(id, new HashSet<>(running));
        }
    }

    void acknowledged(long id, ExecutionAttemptId attempt) {
        if (ids.get(id) == State.CUT) {
            missing.get(id).remove(attempt);
        }
    }

    void recorded(long id) {
        assertThat(ids.replace(id, State.COMPLETE, State.RECORDED)).isTrue();
        complete.remove(id);
    }

    /** After a fence nothing is under way but what the log has. */
    void fenced() {
        assertThat(ids.values()).doesNotContain(State.ISSUED, State.DURABLE, State.CUT);
    }

    void said(String call) {
        String[] words = call.split(" ");
        String last = words[words.length - 1];
        switch (words[0]) {
            case "issue" -> {
                long id = Long.parseLong(last);
                assertThat(id).as("ids grow").isGreaterThan(ids.isEmpty() ? 0 : ids.lastKey());
                ids.put(id, State.ISSUED);
                long underWay = ids.values().stream()
                        .filter(state -> state.ordinal() < State.RECORDED.ordinal())
                        .count();
                assertThat(underWay).isLessThanOrEqualTo(mostUnderWay);
            }
            case "snapshotCoordinators" ->
                assertThat(ids.get(Long.parseLong(last))).isEqualTo(State.DURABLE);
            case "trigger", "triggered" ->
                assertThat(ids.get(Long.parseLong(last))).isEqualTo(State.CUT);
            case "complete" -> {
                long id = Long.parseLong(last);
                assertThat(ids.put(id, State.COMPLETE)).isEqualTo(State.CUT);
                assertThat(missing.get(id)).as("answers that are missing").isEmpty();
                assertThat(ids.tailMap(id, false).values())
                        .as("newer than " + id)
                        .doesNotContain(State.COMPLETE, State.RECORDED);
                complete.add(id);
            }
            case "aborted" ->
                assertThat(ids.put(Long.parseLong(words[1]), State.GIVEN_UP))
                        .as("given up")
                        .isIn(State.ISSUED, State.DURABLE, State.CUT);
            case "discarded" -> {
                long id = Long.parseLong(last);
                assertThat(ids.get(id)).isEqualTo(State.RECORDED);
                assertThat(newest()).as("the newest stays").isGreaterThan(id);
            }
            default -> assertThat(words[0]).isEqualTo("intolerable");
        }
    }

    private long newest() {
        return ids.descendingMap().entrySet().stream()
                .filter(entry -> entry.getValue() == State.RECORDED)
                .findFirst()
                .orElseThrow()
                .getKey();
    }

    List<Long> in(State state) {
        return ids.entrySet().stream()
                .filter(entry -> entry.getValue() == state)
                .map(Map.Entry::getKey)
                .toList();
    }
}
