package io.github.foggara.kernel.program;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.kernel.serialization.TypeTable;

/**
 * A graph with its type table and fingerprint. The functions in it belong to one thread: a task uses the graph it built
 * itself, and the one built at submission serves the JobMaster only as a topology.
 */
public record BuiltGraph(JobGraph graph, TypeTable types, Fingerprint fingerprint) {}
