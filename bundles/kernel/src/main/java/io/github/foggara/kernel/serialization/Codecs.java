package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.api.types.UnregisteredTypeException;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * The codecs of one thread of one attempt. Not thread-safe: make one for each thread that encodes, decodes or copies. Holds
 * classes of the job; drop it with the attempt.
 */
public final class Codecs {
    /** Values nested deeper are refused, and so are values that hold themselves. */
    public static final int MAX_DEPTH = 400;

    private static final int NULL = 0;

    private final TypeTable table;
    private final boolean canonical;
    private final SharingRules sharing = new SharingRules();
    private final Map<Class<?>, ValueCodec> byType = new HashMap<>();
    private final ValueCodec[] byId;
    private KryoSession kryo;
    private int derived;
    private int depth;

    public Codecs(TypeTable table) {
        this(table, false);
    }

    private Codecs(TypeTable table, boolean canonical) {
        this.table = table;
        this.canonical = canonical;
        this.byId = new ValueCodec[TypeTable.FIRST_ID + table.entries().size()];
        for (ValueCodec codec : BuiltIns.codecs(this)) {
            byId[codec.id] = codec;
            Class<?> type = builtInType(codec);
            if (type != null) {
                byType.put(type, codec);
            }
        }
    }

    /**
     * Codecs whose bytes are equal for equal values in every JVM, whatever the order of their sets and maps, and that take
     * records and enums without registration. Only for hashing: the bytes cannot be read back.
     */
    public static Codecs canonical(TypeTable table) {
        return new Codecs(table, true);
    }

    /** As {@link #codec(Class, String)} for an edge whose producer is not known. */
    public <T> RecordCodec<T> codec(Class<T> edgeType) {
        return codec(edgeType, null);
    }

    /**
     * The codec of one edge; used by this thread only.
     *
     * @param edgeType declared type of the records, null if it is not known; records of other registered types are taken
     *     as well
     * @param operator name of the producing operator for error messages, or null
     */
    public <T> RecordCodec<T> codec(Class<T> edgeType, String operator) {
        return new EdgeCodec<>(this, edgeType, operator);
    }

    boolean canonical() {
        return canonical;
    }

    TypeTable table() {
        return table;
    }

    /** Begins a value that is in no other. */
    void restart() {
        depth = 0;
    }

    // Texts come first in these methods: nearly every record has one, and it needs no look-up.

    boolean immutableValue(Object value) {
        if (value == null || value instanceof String) {
            return true;
        }
        ValueCodec codec = of(value.getClass());
        if (codec.sharing != Sharing.PER_VALUE) {
            return codec.sharing == Sharing.ALWAYS;
        }
        enter(value.getClass());
        boolean immutable = codec.immutable(value);
        depth--;
        return immutable;
    }

    Object copyValue(Object value) {
        if (value == null || value instanceof String) {
            return value;
        }
        ValueCodec codec = of(value.getClass());
        if (codec.sharing == Sharing.ALWAYS) {
            return value;
        }
        enter(value.getClass());
        Object copy = codec.copy(value);
        depth--;
        return copy;
    }

    int estimateValue(Object value) {
        if (value instanceof String text) {
            return Scalars.estimate(text);
        }
        if (value == null) {
            return 0;
        }
        ValueCodec codec = of(value.getClass());
        if (codec.fixedBytes > 0) {
            return codec.fixedBytes;
        }
        enter(value.getClass());
        int bytes = codec.estimate(value);
        depth--;
        return bytes;
    }

    void encodeValue(Object value, RecordOutput out) {
        if (value instanceof String text) {
            out.writeByte(Scalars.STRING);
            out.writeString(text);
            return;
        }
        if (value == null) {
            out.writeByte(NULL);
            return;
        }
        ValueCodec codec = of(value.getClass());
        out.writeVarLong(codec.id);
        enter(value.getClass());
        codec.encode(value, out);
        depth--;
    }

    Object decodeValue(RecordInput in) {
        long id = in.readVarLong();
        if (id == Scalars.STRING) {
            return in.readString();
        }
        if (id == NULL) {
            return null;
        }
        enter(Object.class);
        Object value = byId(id).decode(in);
        depth--;
        return value;
    }

    /** Writes the elements in the order of their bytes. */
    <E> void encodeSorted(Collection<? extends E> elements, BiConsumer<E, RecordOutput> encoder, RecordOutput out) {
        List<byte[]> encoded = new ArrayList<>();
        for (E element : elements) {
            RecordOutput bytes = new RecordOutput(64);
            encoder.accept(element, bytes);
            encoded.add(bytes.toByteArray());
        }
        encoded.sort(Arrays::compare);
        encoded.forEach(bytes -> out.writeBytes(bytes, 0, bytes.length));
    }

    /** The codec of exactly this class; also checks that it is registered. */
    ValueCodec of(Class<?> type) {
        ValueCodec codec = byType.get(type);
        if (codec == null) {
            codec = resolve(type);
            byType.put(type, codec);
        }
        return codec;
    }

    /** Null if the type is not primitive. */
    ValueCodec primitive(Class<?> type) {
        return type.isPrimitive()
                ? byType.get(MethodType.methodType(type).wrap().returnType())
                : null;
    }

    /** Size of every value of a declared type, 0 if it varies. */
    int fixedBytes(Class<?> type) {
        if (type.isEnum()) {
            return EnumCodec.REFERENCE;
        }
        ValueCodec codec = type.isPrimitive() ? primitive(type) : byType.get(type);
        return codec instanceof ScalarCodec ? codec.fixedBytes : 0;
    }

    private ValueCodec byId(long id) {
        if (id < 0 || id >= byId.length) {
            throw new IllegalArgumentException("There is no type with the id " + id);
        }
        ValueCodec codec = byId[(int) id];
        if (codec == null && id >= TypeTable.FIRST_ID) {
            codec = of(table.entries().get((int) id - TypeTable.FIRST_ID).type());
        }
        if (codec == null) {
            throw new IllegalArgumentException("There is no type with the id " + id);
        }
        return codec;
    }

    private ValueCodec resolve(Class<?> type) {
        TypeEntry entry = table.find(type).orElse(null);
        if (entry != null) {
            ValueCodec codec = create(entry.id(), entry.kind(), type);
            byId[entry.id()] = codec;
            return codec;
        }
        int family = BuiltIns.familyOf(type);
        if (family > 0) {
            return byId[family];
        }
        Class<?> parent = type.getSuperclass();
        if (parent != null && parent.isEnum()) {
            return of(parent);
        }
        if (canonical && (type.isRecord() || type.isEnum())) {
            TypeEntry.Kind kind = type.isRecord() ? TypeEntry.Kind.RECORD : TypeEntry.Kind.ENUM;
            return create(byId.length + derived++, kind, type);
        }
        throw new UnregisteredTypeException(Unregistered.message(type));
    }

    private ValueCodec create(int id, TypeEntry.Kind kind, Class<?> type) {
        return switch (kind) {
            case RECORD -> new RecordClassCodec(id, RecordShape.of(type), sharing.of(type), this);
            case ENUM -> new EnumCodec(id, type);
            case ARRAY -> new ObjectArrayCodec(id, type, this);
            case KRYO -> new KryoCodec(id, type, this, kryo());
        };
    }

    private KryoSession kryo() {
        if (kryo == null) {
            kryo = new KryoSession(this);
        }
        return kryo;
    }

    private void enter(Class<?> type) {
        if (++depth > MAX_DEPTH) {
            throw new IllegalArgumentException("A record is nested deeper than " + MAX_DEPTH
                    + " levels, or holds itself, at " + type.getName() + ": keep such structures in a list");
        }
    }

    private static Class<?> builtInType(ValueCodec codec) {
        if (codec instanceof ScalarCodec<?> scalar) {
            return scalar.type;
        }
        if (codec instanceof PrimitiveArrayCodec array) {
            return array.type;
        }
        if (codec instanceof ObjectArrayCodec array) {
            return array.type;
        }
        if (codec instanceof CollectionCodec collection) {
            return collection.type;
        }
        return codec instanceof MapCodec map ? map.type : java.util.Optional.class;
    }
}
