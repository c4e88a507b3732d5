package io.github.foggara.kernel.program;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.kernel.serialization.TypeTable;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What makes a graph the same graph: operators with their uids, code, captured values, output types and parameters; edges;
 * registered types; options. Parallelism and display names are left out. Immutable, any thread; holds no object of the job.
 */
public final class Fingerprint {
    private final Map<String, String> parts;
    private final String hash;

    Fingerprint(Map<String, String> parts) {
        this.parts = new LinkedHashMap<>(parts);
        StringBuilder text = new StringBuilder();
        parts.forEach(
                (name, value) -> text.append(name).append('\n').append(value).append('\n'));
        this.hash = Digests.sha256(text.toString());
    }

    /**
     * @throws JobDefinitionException if a function carries something that cannot be encoded
     */
    public static Fingerprint of(JobGraph graph, TypeTable types) {
        return new GraphParts(types).read(graph);
    }

    /** SHA-256 in hexadecimal digits. */
    public String hash() {
        return hash;
    }

    /** Says in words where two graphs differ first; empty if they do not. */
    public Optional<String> difference(Fingerprint other) {
        Set<String> names = new LinkedHashSet<>(parts.keySet());
        names.addAll(other.parts.keySet());
        for (String name : names) {
            String here = parts.get(name);
            String there = other.parts.get(name);
            if (here == null || there == null) {
                return Optional.of(name + ": is in only one of them");
            }
            if (!here.equals(there)) {
                return Optional.of(name + ": " + here + " is not " + there);
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return hash;
    }
}
