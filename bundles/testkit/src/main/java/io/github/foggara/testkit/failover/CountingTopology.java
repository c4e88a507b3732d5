package io.github.foggara.testkit.failover;

import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.TaskId;
import java.util.List;

/** Counts how often tasks are looked at. Not thread-safe. */
final class CountingTopology implements FailoverTopology {
    private final FailoverTopology topology;
    private long lookups;
    private long questions;

    CountingTopology(FailoverTopology topology) {
        this.topology = topology;
    }

    /** How often the channels of a task were asked for. */
    long lookups() {
        return lookups;
    }

    /** How often it was asked whether a task has finished. */
    long questions() {
        return questions;
    }

    @Override
    public List<TaskId> tasks() {
        return topology.tasks();
    }

    @Override
    public int parallelism(int vertex) {
        return topology.parallelism(vertex);
    }

    @Override
    public List<Channel> inputs(TaskId task) {
        lookups++;
        return topology.inputs(task);
    }

    @Override
    public List<Channel> outputs(TaskId task) {
        lookups++;
        return topology.outputs(task);
    }

    @Override
    public boolean finished(TaskId task) {
        questions++;
        return topology.finished(task);
    }
}
