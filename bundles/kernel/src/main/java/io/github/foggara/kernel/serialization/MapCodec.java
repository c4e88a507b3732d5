package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Maps of the JDK; as {@link CollectionCodec}. */
final class MapCodec extends ValueCodec {
    static final int OTHER_MAP = 49;
    static final List<Class<?>> TYPES = List.of(HashMap.class, LinkedHashMap.class, TreeMap.class);

    /** Null for the codec of all other classes. */
    final Class<?> type;

    private final Codecs codecs;
    private final Function<Object, Map<Object, Object>> maker;
    private final UnaryOperator<Map<Object, Object>> seal;
    private final boolean ordered;

    private MapCodec(
            int id,
            Class<?> type,
            boolean ordered,
            Codecs codecs,
            Function<Object, Map<Object, Object>> maker,
            UnaryOperator<Map<Object, Object>> seal) {
        super(id, type == null ? Sharing.PER_VALUE : Sharing.NEVER, 0);
        this.type = type;
        this.ordered = ordered;
        this.codecs = codecs;
        this.maker = maker;
        this.seal = seal;
    }

    static List<ValueCodec> all(Codecs codecs) {
        UnaryOperator<Map<Object, Object>> same = UnaryOperator.identity();
        return List.of(
                new MapCodec(
                        OTHER_MAP, null, false, codecs, like -> new LinkedHashMap<>(), Collections::unmodifiableMap),
                new MapCodec(50, HashMap.class, false, codecs, like -> new HashMap<>(), same),
                new MapCodec(51, LinkedHashMap.class, true, codecs, like -> new LinkedHashMap<>(), same),
                new MapCodec(52, TreeMap.class, true, codecs, MapCodec::treeMap, same));
    }

    @Override
    boolean immutable(Object value) {
        if (type != null || !CollectionCodec.unmodifiable(value)) {
            return false;
        }
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
            if (!codecs.immutableValue(entry.getKey()) || !codecs.immutableValue(entry.getValue())) {
                return false;
            }
        }
        return true;
    }

    @Override
    Object copy(Object value) {
        if (immutable(value)) {
            return value;
        }
        Map<Object, Object> copy = maker.apply(value);
        ((Map<?, ?>) value).forEach((k, v) -> copy.put(codecs.copyValue(k), codecs.copyValue(v)));
        return seal.apply(copy);
    }

    @Override
    int estimate(Object value) {
        Map<?, ?> map = (Map<?, ?>) value;
        return saturated((long) CollectionCodec.estimateElements(map.keySet(), codecs)
                + CollectionCodec.estimateElements(map.values(), codecs));
    }

    @Override
    void encode(Object value, RecordOutput out) {
        if (value instanceof TreeMap<?, ?> sorted && sorted.comparator() != null) {
            throw new IllegalArgumentException(
                    "A TreeMap with a comparator has no codec: emit a TreeMap in natural order,"
                            + " or a LinkedHashMap");
        }
        Map<?, ?> source = (Map<?, ?>) value;
        out.writeVarLong(source.size());
        if (codecs.canonical() && !ordered) {
            codecs.encodeSorted(source.entrySet(), this::encodeEntry, out);
            return;
        }
        for (Map.Entry<?, ?> entry : source.entrySet()) {
            encodeEntry(entry, out);
        }
    }

    @Override
    Object decode(RecordInput in) {
        int size = in.readLength();
        Map<Object, Object> result = maker.apply(null);
        for (int i = 0; i < size; i++) {
            Object key = codecs.decodeValue(in);
            result.put(key, codecs.decodeValue(in));
        }
        codecs.ids().decoded(size, result.size());
        return seal.apply(result);
    }

    private void encodeEntry(Map.Entry<?, ?> entry, RecordOutput out) {
        codecs.encodeValue(entry.getKey(), out);
        codecs.encodeValue(entry.getValue(), out);
    }

    private static Map<Object, Object> treeMap(Object like) {
        @SuppressWarnings("unchecked")
        TreeMap<Object, Object> source = (TreeMap<Object, Object>) like;
        return source == null ? new TreeMap<>() : new TreeMap<>(source.comparator());
    }
}
