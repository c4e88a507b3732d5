package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Attempts of one life that wait to be told where they will run, and where that is: each group goes on when all of it that is still wanted has
 * a place. Main thread only.
 */
final class Placements {
    /** All tasks of the job share the environment of one executor. */
    private static final byte[] HERE = {};

    private record Group(List<ExecutionAttemptId> attempts, Predicate<ExecutionAttemptId> wanted, Runnable then) {}

    private final Map<ExecutionAttemptId, byte[]> locations = new HashMap<>();
    /** By which answer: attempts of one group that came by different ones are in different places. */
    private final Map<ExecutionAttemptId, Integer> answers = new HashMap<>();

    private int answered;
    private final List<Group> waiting = new ArrayList<>();

    /**
     * @param wanted whether an attempt is still to be deployed
     * @param then once
     */
    void await(List<ExecutionAttemptId> attempts, Predicate<ExecutionAttemptId> wanted, Runnable then) {
        waiting.add(new Group(attempts, wanted, then));
        proceed();
    }

    void placed(List<ExecutionAttemptId> attempts, byte[] location) {
        answered++;
        attempts.forEach(attempt -> {
            locations.put(attempt, location);
            answers.put(attempt, answered);
        });
        proceed();
    }

    private void proceed() {
        for (Group group : List.copyOf(waiting)) {
            boolean ready = group.attempts.stream().noneMatch(a -> group.wanted.test(a) && !locations.containsKey(a));
            if (ready && waiting.remove(group)) {
                group.then.run();
            }
        }
    }

    /** Where others reach what the attempt writes. */
    byte[] location(ExecutionAttemptId attempt) {
        return locations.getOrDefault(attempt, HERE);
    }

    /** Whether the second one of a group cannot read what the first one writes: nobody outside of its place can. */
    boolean unreachable(ExecutionAttemptId producer, ExecutionAttemptId consumer) {
        Integer there = answers.get(producer);
        Integer here = answers.get(consumer);
        return there != null && here != null && !there.equals(here) && location(producer).length == 0;
    }

    /** It is deployed. */
    void forget(ExecutionAttemptId attempt) {
        locations.remove(attempt);
        answers.remove(attempt);
    }

    /**
     * For users.
     *
     * @return null for none
     */
    static String waits(int missing) {
        return missing == 0
                ? null
                : "Waits for " + missing + (missing == 1 ? " task slot" : " task slots")
                        + ": start another TaskManager, or give one more slots (taskmanager.numberOfTaskSlots)";
    }
}
