package io.github.foggara.api.failover;

/**
 * A subtask of a vertex, whatever attempt runs it.
 *
 * @param vertex index in topological order, from 0
 * @param subtask from 0
 */
public record TaskId(int vertex, int subtask) implements Comparable<TaskId> {
    @Override
    public int compareTo(TaskId other) {
        return vertex != other.vertex ? Integer.compare(vertex, other.vertex) : Integer.compare(subtask, other.subtask);
    }

    @Override
    public String toString() {
        return vertex + "." + subtask;
    }
}
