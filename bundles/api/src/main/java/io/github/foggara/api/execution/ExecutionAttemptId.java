package io.github.foggara.api.execution;

/**
 * One attempt to run one subtask of one vertex (a chain of operators).
 *
 * @param job the run
 * @param vertex index of the vertex in topological order, from 0
 * @param subtask index of the subtask, from 0
 * @param attempt from 0, strictly growing per subtask for the job's life: the fencing token
 */
public record ExecutionAttemptId(JobId job, int vertex, int subtask, int attempt) {
    @Override
    public String toString() {
        return job + "/" + vertex + "." + subtask + "#" + attempt;
    }
}
