package io.github.foggara.kernel.serialization;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.graph.TypeRegistration;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.state.StateTypes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The types a job registered, and those that follow from them: the components of records, the elements of collections and
 * arrays, the permitted subtypes of sealed types, the fields of other classes. Built-in types (boxed values, String,
 * BigInteger, BigDecimal, UUID, java.time, primitive arrays, Optional, the JDK's lists, sets and maps) need no entry.
 *
 * <p>Immutable, any thread. Holds classes of the job: keep it no longer than the job runs. Ids follow the order of class
 * names, so equal sets of types have equal ids and an equal {@link #hash()} in every container.
 */
public final class TypeTable implements TypeIds {
    /** Smaller ids are built in. */
    public static final int FIRST_ID = 64;

    private final List<TypeEntry> entries;
    private final Map<Class<?>, TypeEntry> byType = new HashMap<>();
    private final String hash;

    private TypeTable(List<TypeEntry> entries) {
        this.entries = List.copyOf(entries);
        entries.forEach(entry -> byType.put(entry.type(), entry));
        this.hash = digest(entries);
    }

    /**
     * @throws JobDefinitionException if a registered type can never be encoded, or two classes have one name
     */
    public static TypeTable of(JobGraph graph) {
        TypeCollector collector = new TypeCollector();
        for (TypeRegistration registration : graph.types()) {
            collector.register(registration.type());
        }
        for (OperatorNode node : graph.nodes()) {
            if (node.outputType() != null) {
                collector.addSeen(node.outputType());
            }
            if (node.spec() instanceof CollectionSpec collection) {
                collection.records().forEach(element -> collector.addSeen(element.getClass()));
            }
        }
        return new TypeTable(collector.entries());
    }

    /** A table of these types and what follows from them; as {@link #of(JobGraph)}. */
    public static TypeTable of(Collection<Class<?>> types) {
        TypeCollector collector = new TypeCollector();
        types.forEach(collector::register);
        return new TypeTable(collector.entries());
    }

    /** The same types for state: what a snapshot holds of them, and codecs for its values. Any thread. */
    public StateTypes stateTypes() {
        return new JobStateTypes(this);
    }

    /** In the order of ids. */
    @Override
    public List<TypeEntry> entries() {
        return entries;
    }

    @Override
    public int end() {
        return FIRST_ID + entries.size();
    }

    @Override
    public TypeEntry entry(int id) {
        return entries.get(id - FIRST_ID);
    }

    @Override
    public Optional<TypeEntry> find(Class<?> type) {
        return Optional.ofNullable(byType.get(type));
    }

    /** SHA-256 over all entries, in hexadecimal digits. */
    public String hash() {
        return hash;
    }

    private static String digest(List<TypeEntry> entries) {
        List<String> lines = new ArrayList<>();
        entries.forEach(entry -> lines.add(entry.description()));
        try {
            byte[] text = String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
