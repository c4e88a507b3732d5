package io.github.foggara.kernel.serialization;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;

/** Which types need no entry in the table, and which codec stands for classes that are private to the JDK. */
final class BuiltIns {
    private static final Set<Class<?>> TYPES = types();

    private BuiltIns() {}

    static boolean contains(Class<?> type) {
        return TYPES.contains(type);
    }

    /** The exact built-in codec's id for other classes of the JDK, or 0. */
    static int familyOf(Class<?> type) {
        if (!TypeCollector.isJdk(type)) {
            return 0;
        }
        if (ZoneId.class.isAssignableFrom(type)) {
            return TimeScalars.ZONE_ID;
        }
        if (List.class.isAssignableFrom(type)) {
            return CollectionCodec.OTHER_LIST;
        }
        if (Set.class.isAssignableFrom(type) && !SortedSet.class.isAssignableFrom(type)) {
            return CollectionCodec.OTHER_SET;
        }
        if (Map.class.isAssignableFrom(type) && !SortedMap.class.isAssignableFrom(type)) {
            return MapCodec.OTHER_MAP;
        }
        return 0;
    }

    /** Codecs of one {@link Codecs}. */
    static List<ValueCodec> codecs(Codecs codecs) {
        List<ValueCodec> all = new ArrayList<>(Scalars.ALL);
        all.addAll(PrimitiveArrayCodec.ALL);
        all.add(new ObjectArrayCodec(PrimitiveArrayCodec.STRINGS, String[].class, codecs));
        all.add(new ObjectArrayCodec(PrimitiveArrayCodec.OBJECTS, Object[].class, codecs));
        all.add(new OptionalCodec(codecs));
        all.addAll(CollectionCodec.all(codecs));
        all.addAll(MapCodec.all(codecs));
        return all;
    }

    private static Set<Class<?>> types() {
        Set<Class<?>> types = new HashSet<>();
        Scalars.ALL.forEach(scalar -> types.add(scalar.type));
        PrimitiveArrayCodec.ALL.forEach(array -> types.add(array.type));
        types.addAll(List.of(String[].class, Object[].class, Optional.class));
        types.addAll(CollectionCodec.TYPES);
        types.addAll(MapCodec.TYPES);
        return Set.copyOf(types);
    }
}
