package io.github.foggara.kernel.serialization;

import java.util.List;

/**
 * One type of a job, as a snapshot would describe it.
 *
 * @param id on the wire; from {@link TypeTable#FIRST_ID}
 * @param type the class, of the job's class loader
 * @param kind which codec handles it
 * @param version of that codec's format
 * @param components of a record in order of declaration, fields of a Kryo type, constants of an enum
 */
public record TypeEntry(int id, Class<?> type, Kind kind, int version, List<Component> components) {
    public TypeEntry {
        components = List.copyOf(components);
    }

    /** Which codec. */
    public enum Kind {
        RECORD,
        ENUM,
        ARRAY,
        KRYO
    }

    /**
     * @param type generic name of the declared type; empty for constants of an enum
     */
    public record Component(String name, String type) {}

    /** Equal for equal descriptions; names no class loader. */
    String description() {
        StringBuilder text = new StringBuilder();
        text.append(id)
                .append(' ')
                .append(kind)
                .append(' ')
                .append(version)
                .append(' ')
                .append(type.getName());
        for (Component component : components) {
            text.append(' ').append(component.name()).append(':').append(component.type());
        }
        return text.toString();
    }
}
