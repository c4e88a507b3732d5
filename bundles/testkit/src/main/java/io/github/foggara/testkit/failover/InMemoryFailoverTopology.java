package io.github.foggara.testkit.failover;

import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A topology that a test writes down. Immutable.
 *
 * <pre>{@code
 * FailoverTopology topology = InMemoryFailoverTopology.of(4, 4, 2)
 *     .pipelined(0, 1, Wiring.POINTWISE)
 *     .blocking(1, 2, Wiring.ALL_TO_ALL)
 *     .finished(1, 0)
 *     .lost(1, 1)
 *     .build();
 * }</pre>
 */
public final class InMemoryFailoverTopology implements FailoverTopology {
    private final int[] parallelism;
    private final Set<TaskId> finished;
    private final List<TaskId> tasks;
    private final Map<TaskId, List<Channel>> inputs = new TreeMap<>();
    private final Map<TaskId, List<Channel>> outputs = new TreeMap<>();

    private InMemoryFailoverTopology(Builder builder) {
        parallelism = builder.parallelism;
        finished = Set.copyOf(builder.finished);
        for (int vertex = 0; vertex < parallelism.length; vertex++) {
            for (int subtask = 0; subtask < parallelism[vertex]; subtask++) {
                inputs.put(new TaskId(vertex, subtask), new ArrayList<>());
                outputs.put(new TaskId(vertex, subtask), new ArrayList<>());
            }
        }
        tasks = List.copyOf(inputs.keySet());
        builder.edges.forEach(edge -> connect(edge, builder.lost));
        inputs.replaceAll((task, channels) -> List.copyOf(channels));
        outputs.replaceAll((task, channels) -> List.copyOf(channels));
    }

    /** Begins with vertices of these parallelisms, numbered from 0. */
    public static Builder of(int... parallelism) {
        return new Builder(parallelism);
    }

    private void connect(Edge edge, Set<TaskId> lost) {
        int producers = parallelism[edge.from];
        int consumers = parallelism[edge.to];
        if (edge.wiring == Wiring.ALL_TO_ALL) {
            for (int i = 0; i < producers * consumers; i++) {
                connect(edge, i / consumers, i % consumers, lost);
            }
        } else {
            int channels = Math.max(producers, consumers);
            for (int i = 0; i < channels; i++) {
                connect(edge, i * producers / channels, i * consumers / channels, lost);
            }
        }
    }

    private void connect(Edge edge, int from, int to, Set<TaskId> lost) {
        TaskId producer = new TaskId(edge.from, from);
        TaskId consumer = new TaskId(edge.to, to);
        boolean available = edge.blocking && finished.contains(producer) && !lost.contains(producer);
        Channel channel = new Channel(producer, consumer, edge.blocking, available);
        outputs.get(producer).add(channel);
        inputs.get(consumer).add(channel);
    }

    @Override
    public List<TaskId> tasks() {
        return tasks;
    }

    @Override
    public int parallelism(int vertex) {
        return parallelism[vertex];
    }

    @Override
    public List<Channel> inputs(TaskId task) {
        return known(inputs, task);
    }

    @Override
    public List<Channel> outputs(TaskId task) {
        return known(outputs, task);
    }

    @Override
    public boolean finished(TaskId task) {
        known(inputs, task);
        return finished.contains(task);
    }

    private static List<Channel> known(Map<TaskId, List<Channel>> channels, TaskId task) {
        List<Channel> found = channels.get(task);
        if (found == null) {
            throw new IllegalArgumentException("There is no task " + task);
        }
        return found;
    }

    private record Edge(int from, int to, boolean blocking, Wiring wiring) {}

    /** Collects edges and states. Not thread-safe. */
    public static final class Builder {
        private final int[] parallelism;
        private final List<Edge> edges = new ArrayList<>();
        private final Set<TaskId> finished = new TreeSet<>();
        private final Set<TaskId> lost = new TreeSet<>();

        private Builder(int... parallelism) {
            this.parallelism = parallelism.clone();
        }

        /** An exchange that is read while it is written. */
        public Builder pipelined(int from, int to, Wiring wiring) {
            return edge(new Edge(from, to, false, wiring));
        }

        /** An exchange that is read when its producer has finished, as often as needed. */
        public Builder blocking(int from, int to, Wiring wiring) {
            return edge(new Edge(from, to, true, wiring));
        }

        /** The task has finished, and its blocking results are there. */
        public Builder finished(int vertex, int subtask) {
            finished.add(new TaskId(vertex, subtask));
            return this;
        }

        /** All tasks of these vertices have finished, and their blocking results are there. */
        public Builder finished(List<Integer> vertices) {
            for (int vertex : vertices) {
                for (int subtask = 0; subtask < parallelism[vertex]; subtask++) {
                    finished(vertex, subtask);
                }
            }
            return this;
        }

        /** The task has finished, and its blocking results cannot be read any more. */
        public Builder lost(int vertex, int subtask) {
            lost.add(new TaskId(vertex, subtask));
            return finished(vertex, subtask);
        }

        public InMemoryFailoverTopology build() {
            return new InMemoryFailoverTopology(this);
        }

        private Builder edge(Edge edge) {
            if (edge.from < 0 || edge.from >= edge.to || edge.to >= parallelism.length) {
                throw new IllegalArgumentException("An edge goes from a vertex to a later one, not as " + edge);
            }
            edges.add(edge);
            return this;
        }
    }
}
