package io.github.foggara.recovery.failover;

import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.FailoverTopology.Channel;
import io.github.foggara.api.failover.TaskId;
import java.util.BitSet;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The smallest set of tasks that holds those added and is closed under three rules:
 *
 * <ul>
 *   <li>both ends of a pipelined channel restart together: what is in it belongs to one attempt of each;
 *   <li>a task that restarts reads its input again, so the producer of a finished result that is lost restarts;
 *   <li>whoever is behind a task that restarts does so too, also if it has finished: nothing says yet that a result which is made
 *       again has the same records.
 * </ul>
 *
 * <p>A lost result that no restarting task reads is left alone. A producer that has not finished yet has lost nothing: it is
 * running, or will be.
 *
 * <p>Algorithm: a worklist over dense task numbers. Each task that restarts is looked at once, so each channel at most twice; what
 * does not restart is not looked at. It ends as soon as every task restarts, which in a job that is one region is soon: the first
 * failure in a process is decided by code that is not compiled yet.
 */
final class RestartClosure {
    private final FailoverTopology topology;
    private final TaskNumbers numbers;
    private final BitSet restart;
    private final int[] pending;
    private int pendingCount;
    private int restartCount;

    RestartClosure(FailoverTopology topology) {
        this.topology = topology;
        numbers = new TaskNumbers(topology.tasks());
        restart = new BitSet(numbers.count());
        pending = new int[numbers.count()];
    }

    /** Whether the task is one of the topology. */
    boolean knows(TaskId task) {
        return numbers.of(task) >= 0;
    }

    /**
     * @throws IllegalArgumentException if the topology has no such task
     */
    void add(TaskId task) {
        int number = numbers.of(task);
        if (number < 0) {
            throw new IllegalArgumentException("There is no task " + task + " in this topology");
        }
        if (!restart.get(number)) {
            restart.set(number);
            restartCount++;
            pending[pendingCount++] = number; // each number once, so there is room
        }
    }

    SortedSet<TaskId> tasks() {
        while (pendingCount > 0 && restartCount < numbers.count()) {
            follow(numbers.task(pending[--pendingCount]));
        }
        SortedSet<TaskId> tasks = new TreeSet<>();
        restart.stream().forEach(number -> tasks.add(numbers.task(number)));
        return tasks;
    }

    private void follow(TaskId task) {
        for (Channel input : topology.inputs(task)) {
            if (!input.blocking() || !input.available() && topology.finished(input.producer())) {
                add(input.producer());
            }
        }
        for (Channel output : topology.outputs(task)) {
            add(output.consumer());
        }
    }
}
