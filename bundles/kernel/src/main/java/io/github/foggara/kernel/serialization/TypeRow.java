package io.github.foggara.kernel.serialization;

import io.github.foggara.kernel.serialization.TypeEntry.Component;
import io.github.foggara.kernel.serialization.TypeEntry.Kind;
import java.util.List;
import java.util.Map;

/**
 * One type as a snapshot describes it; as {@link TypeEntry}, but its class may not exist any more.
 *
 * @param type name of the class
 */
record TypeRow(int id, String type, Kind kind, int version, List<Component> components) {
    private static final Map<String, Class<?>> PRIMITIVES = Map.of(
            "boolean", boolean.class,
            "byte", byte.class,
            "short", short.class,
            "char", char.class,
            "int", int.class,
            "long", long.class,
            "float", float.class,
            "double", double.class);

    TypeRow {
        components = List.copyOf(components);
    }

    static TypeRow of(TypeEntry entry) {
        return new TypeRow(entry.id(), entry.type().getName(), entry.kind(), entry.version(), entry.components());
    }

    /** The codecs of the components of a record: null for those that stand behind an id. */
    ValueCodec[] primitives(Codecs codecs) {
        return components.stream()
                .map(component -> PRIMITIVES.get(component.type()))
                .map(type -> type == null ? null : codecs.primitive(type))
                .toArray(ValueCodec[]::new);
    }
}
