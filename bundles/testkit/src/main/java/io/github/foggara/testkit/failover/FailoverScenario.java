package io.github.foggara.testkit.failover;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverHistory.Incident;
import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.FailoverTopology.Channel;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * A question to a failover strategy. Immutable.
 *
 * @param name shown when a test fails
 * @param topology what runs
 * @param failures of one incident
 */
public record FailoverScenario(String name, FailoverTopology topology, List<Failure> failures) {
    private static final JobId JOB = new JobId(1, 2);
    private static final long NOW = 1_700_000_000_000L;

    public FailoverScenario {
        failures = List.copyOf(failures);
    }

    /** A failure of a task's own. */
    public static Failure failure(int vertex, int subtask) {
        return new Failure(
                Optional.of(new TaskId(vertex, subtask)), 0, FailureClass.USER_CODE, NOW, Optional.empty(), "it broke");
    }

    /** A failure of a task that could not read what {@code producer} has written. */
    public static Failure partitionLost(TaskId consumer, TaskId producer) {
        ExecutionAttemptId attempt = new ExecutionAttemptId(JOB, producer.vertex(), producer.subtask(), 0);
        return new Failure(
                Optional.of(consumer),
                0,
                FailureClass.PARTITION_LOST,
                NOW,
                Optional.of(new ResultPartitionId(attempt, 0)),
                "it is gone");
    }

    /** A failure of what runs beside the tasks. */
    public static Failure coordinatorFailure() {
        return new Failure(Optional.empty(), 0, FailureClass.USER_CODE, NOW, Optional.empty(), "the enumerator broke");
    }

    /** So many incidents, one second apart, the last one a second ago, as many kept as a history keeps. */
    public static FailoverHistory history(long incidents) {
        long kept = Math.min(incidents, FailoverHistory.LIMIT);
        List<Incident> recent = LongStream.rangeClosed(incidents - kept + 1, incidents)
                .mapToObj(number ->
                        new Incident(number, NOW - 1000 * (incidents - number + 1), 10, FailureClass.ENVIRONMENT))
                .toList();
        return new FailoverHistory(incidents, recent);
    }

    /** Some topology in some state, with some failures: the same for the same seed. */
    static FailoverScenario random(long seed) {
        Random random = new Random(seed);
        int[] parallelism = random.ints(1 + random.nextInt(7), 1, 6).toArray();
        InMemoryFailoverTopology.Builder builder = InMemoryFailoverTopology.of(parallelism);
        for (int vertex = 1; vertex < parallelism.length; vertex++) {
            for (int edge = random.nextInt(3); edge > 0; edge--) {
                Wiring wiring = Wiring.values()[random.nextInt(2)];
                int from = random.nextInt(vertex);
                if (random.nextInt(3) == 0) {
                    builder.pipelined(from, vertex, wiring);
                } else {
                    builder.blocking(from, vertex, wiring);
                }
            }
        }
        for (int vertex = 0; vertex < parallelism.length; vertex++) {
            for (int subtask = 0; subtask < parallelism[vertex]; subtask++) {
                int state = random.nextInt(5);
                if (state == 0) {
                    builder.lost(vertex, subtask);
                } else if (state < 4) {
                    builder.finished(vertex, subtask);
                }
            }
        }
        FailoverTopology topology = builder.build();
        return new FailoverScenario("seed " + seed, topology, failures(random, topology));
    }

    private static List<Failure> failures(Random random, FailoverTopology topology) {
        List<Failure> failures = new ArrayList<>();
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            TaskId task = topology.tasks().get(random.nextInt(topology.tasks().size()));
            List<Channel> blocking =
                    topology.inputs(task).stream().filter(Channel::blocking).toList();
            failures.add(
                    blocking.isEmpty() || random.nextBoolean()
                            ? failure(task.vertex(), task.subtask())
                            : partitionLost(
                                    task,
                                    blocking.get(random.nextInt(blocking.size()))
                                            .producer()));
        }
        return failures;
    }
}
