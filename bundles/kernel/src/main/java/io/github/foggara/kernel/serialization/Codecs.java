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

    static final int NULL = 0;

    private final TypeIds ids;
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

    /** Of a snapshot: these codecs only decode. */
    Codecs(WrittenTypes written) {
        this(written, false);
    }

    private Codecs(TypeIds ids, boolean canonical) {
        this.ids = ids;
        this.canonical = canonical;
        this.byId = new ValueCodec[ids.end()];
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

    TypeIds ids() {
        return ids;
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
            throw noType(id);
        }
        ValueCodec codec = byId[(int) id];
        if (codec == null && id >= TypeTable.FIRST_ID) {
            codec = of(ids.entry((int) id).type());
        }
        return known(codec, id);
    }

    /**
     * @throws IllegalArgumentException if no built-in type has this id
     */
    ValueCodec builtIn(long id) {
        return known(id < 0 || id >= TypeTable.FIRST_ID ? null : byId[(int) id], id);
    }

    private static ValueCodec known(ValueCodec codec, long id) {
        if (codec == null) {
            throw noType(id);
        }
        return codec;
    }

    private static IllegalArgumentException noType(long id) {
        return new IllegalArgumentException("There is no type with the id " + id);
    }

    private ValueCodec resolve(Class<?> type) {
        TypeEntry entry = ids.find(type).orElse(null);
        if (entry != null) {
            ValueCodec evolved = ids.evolved(entry, this);
            ValueCodec codec = evolved == null ? create(entry.id(), entry.kind(), type) : evolved;
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
        ids.missing(type);
        throw new UnregisteredTypeException(Unregistered.message(type));
    }

    private ValueCodec create(int id, TypeEntry.Kind kind, Class<?> type) {
        return switch (kind) {
            case RECORD -> new RecordClassCodec(id, RecordShape.of(type), sharing.of(type), this);
            case ENUM -> new EnumCodec(id, type, type.getEnumConstants());
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

    void enter(Class<?> type) {
        if (++depth > MAX_DEPTH) {
            throw new IllegalArgumentException("A record is nested deeper than " + MAX_DEPTH
                    + " levels, or holds itself, at " + type.getName() + ": keep such structures in a list");
        }
    }

    void leave() {
        depth--;
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
