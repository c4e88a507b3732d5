package io.github.foggara.kernel.plan;

/**
 * Records that go from one vertex to another.
 *
 * @param edge index in the graph's list of edges
 * @param from index of the producing vertex
 * @param to index of the consuming vertex
 * @param input logical input of the consumer's head
 * @param output which of the producer's outgoing edges this is, from 0
 * @param pattern which subtasks meet
 */
public record PlanEdge(int edge, int from, int to, int input, int output, Pattern pattern) {
    /** Which producer subtasks reach which consumer subtasks. */
    public enum Pattern {
        /** Every producer reaches every consumer. */
        ALL_TO_ALL,
        /** Neighbours only: each side is cut into as many even shares as the smaller one has subtasks. */
        POINTWISE
    }
}
