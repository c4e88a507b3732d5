package io.github.foggara.api.graph;

/**
 * One operator of the graph.
 *
 * @param uid unique in the graph, stable between runs: names state
 * @param name shown to users
 * @param spec what it does
 * @param parallelism from 1, or 0 for the job's
 * @param outputType class of the emitted records, null if not known when the graph is built
 * @param chainable false: always begins a vertex of its own
 */
public record OperatorNode(
        String uid, String name, OperatorSpec spec, int parallelism, Class<?> outputType, boolean chainable) {}
