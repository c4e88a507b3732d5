package io.github.foggara.kernel.plan;

import java.util.List;

/**
 * Operators that run together on one thread.
 *
 * @param index in topological order, from 0
 * @param name shown to users
 * @param chain uids in topological order, head first; may form a tree
 * @param parallelism number of subtasks, from 1
 * @param source whether the head is a source
 * @param replayable false for a source that cannot be read again
 */
public record PlanVertex(
        int index, String name, List<String> chain, int parallelism, boolean source, boolean replayable) {
    public PlanVertex {
        chain = List.copyOf(chain);
    }

    public String head() {
        return chain.get(0);
    }
}
