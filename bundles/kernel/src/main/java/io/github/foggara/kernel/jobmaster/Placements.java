package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.gateway.Place;
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
    private static final Place HERE = Place.at(new byte[0]);

    private record Group(List<ExecutionAttemptId> attempts, Predicate<ExecutionAttemptId> wanted, Runnable then) {}

    private final Map<ExecutionAttemptId, Place> places = new HashMap<>();
    private final List<Group> waiting = new ArrayList<>();
    private int missing;
    private int ending;

    /**
     * @param wanted whether an attempt is still to be deployed
     * @param then once
     */
    void await(List<ExecutionAttemptId> attempts, Predicate<ExecutionAttemptId> wanted, Runnable then) {
        waiting.add(new Group(attempts, wanted, then));
        proceed();
    }

    void placed(List<ExecutionAttemptId> attempts, Place place) {
        attempts.forEach(attempt -> places.put(attempt, place));
        proceed();
    }

    private void proceed() {
        for (Group group : List.copyOf(waiting)) {
            boolean ready = group.attempts.stream().noneMatch(a -> group.wanted.test(a) && !places.containsKey(a));
            if (ready && waiting.remove(group)) {
                group.then.run();
            }
        }
    }

    /** Where others reach what the attempt writes. */
    byte[] location(ExecutionAttemptId attempt) {
        return place(attempt).location();
    }

    Place place(ExecutionAttemptId attempt) {
        return places.getOrDefault(attempt, HERE);
    }

    /** Why the attempt cannot run where it was placed; empty if it can. */
    String trouble(ExecutionAttemptId attempt) {
        return place(attempt).trouble();
    }

    /** Whether the second one of a group cannot read what the first one writes: nobody outside of its process can. */
    boolean unreachable(ExecutionAttemptId producer, ExecutionAttemptId consumer) {
        Place there = places.get(producer);
        Place here = places.get(consumer);
        return there != null
                && here != null
                && !there.failed()
                && !there.container().equals(here.container())
                && there.location().length == 0;
    }

    /** It is deployed. */
    void forget(ExecutionAttemptId attempt) {
        places.remove(attempt);
    }

    /** So many slots are missing. */
    void missing(int count) {
        missing = count;
    }

    /** So many former attempts must end first. */
    void ending(int count) {
        ending = count;
    }

    /**
     * For users.
     *
     * @return null for nothing
     */
    String waits() {
        if (ending > 0) {
            return "Waits for " + ending + (ending == 1 ? " former attempt" : " former attempts")
                    + " of its tasks, which may run still in a TaskManager that was lost";
        }
        return missing == 0
                ? null
                : "Waits for " + missing + (missing == 1 ? " task slot" : " task slots")
                        + ": start another TaskManager, or give one more slots (taskmanager.numberOfTaskSlots)";
    }
}
