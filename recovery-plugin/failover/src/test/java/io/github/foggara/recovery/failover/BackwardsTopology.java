package io.github.foggara.recovery.failover;

import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.TaskId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The same topology with its list of tasks turned round. */
record BackwardsTopology(FailoverTopology topology) implements FailoverTopology {
    @Override
    public List<TaskId> tasks() {
        List<TaskId> tasks = new ArrayList<>(topology.tasks());
        Collections.reverse(tasks);
        return tasks;
    }

    @Override
    public int parallelism(int vertex) {
        return topology.parallelism(vertex);
    }

    @Override
    public List<Channel> inputs(TaskId task) {
        return topology.inputs(task);
    }

    @Override
    public List<Channel> outputs(TaskId task) {
        return topology.outputs(task);
    }

    @Override
    public boolean finished(TaskId task) {
        return topology.finished(task);
    }
}
