package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Lists, sets and deques of the JDK. The common mutable classes come back as what they were; every other list or set comes
 * back unmodifiable, in the same order.
 */
final class CollectionCodec extends ValueCodec {
    static final int OTHER_LIST = 41;
    static final int OTHER_SET = 45;
    static final List<Class<?>> TYPES = List.of(
            ArrayList.class, LinkedList.class, ArrayDeque.class, HashSet.class, LinkedHashSet.class, TreeSet.class);

    private static final int SAMPLE = 32;
    private static final int OVERHEAD = 48;
    private static final int REFERENCE = 8;
    private static final Set<String> SINGLETONS = Set.of(
            "java.util.Collections$EmptyList",
            "java.util.Collections$EmptySet",
            "java.util.Collections$EmptyMap",
            "java.util.Collections$SingletonList",
            "java.util.Collections$SingletonSet",
            "java.util.Collections$SingletonMap");

    /** Null for the codec of all other classes. */
    final Class<?> type;

    private final Codecs codecs;
    private final Maker maker;
    private final UnaryOperator<Collection<Object>> seal;
    private final boolean ordered;

    private CollectionCodec(
            int id,
            Class<?> type,
            boolean ordered,
            Codecs codecs,
            Maker maker,
            UnaryOperator<Collection<Object>> seal) {
        super(id, type == null ? Sharing.PER_VALUE : Sharing.NEVER, 0);
        this.type = type;
        this.ordered = ordered;
        this.codecs = codecs;
        this.maker = maker;
        this.seal = seal;
    }

    /** Makes an empty collection; {@code like} is the one to be copied, null when decoding. */
    private interface Maker {
        Collection<Object> make(int size, Object like);
    }

    static List<ValueCodec> all(Codecs codecs) {
        UnaryOperator<Collection<Object>> same = UnaryOperator.identity();
        return List.of(
                new CollectionCodec(
                        OTHER_LIST, null, true, codecs, (n, like) -> new ArrayList<>(n), CollectionCodec::sealList),
                new CollectionCodec(42, ArrayList.class, true, codecs, (n, like) -> new ArrayList<>(n), same),
                new CollectionCodec(43, LinkedList.class, true, codecs, (n, like) -> new LinkedList<>(), same),
                new CollectionCodec(44, ArrayDeque.class, true, codecs, (n, like) -> new ArrayDeque<>(n), same),
                new CollectionCodec(
                        OTHER_SET,
                        null,
                        false,
                        codecs,
                        (n, like) -> new LinkedHashSet<>(),
                        set -> Collections.unmodifiableSet((Set<Object>) set)),
                new CollectionCodec(46, HashSet.class, false, codecs, (n, like) -> new HashSet<>(), same),
                new CollectionCodec(47, LinkedHashSet.class, true, codecs, (n, like) -> new LinkedHashSet<>(), same),
                new CollectionCodec(48, TreeSet.class, true, codecs, (n, like) -> treeSet(like), same));
    }

    @Override
    boolean immutable(Object value) {
        if (type != null || !unmodifiable(value)) {
            return false;
        }
        for (Object element : (Collection<?>) value) {
            if (!codecs.immutableValue(element)) {
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
        Collection<?> source = (Collection<?>) value;
        Collection<Object> copy = maker.make(source.size(), value);
        for (Object element : source) {
            copy.add(codecs.copyValue(element));
        }
        return seal.apply(copy);
    }

    @Override
    int estimate(Object value) {
        return estimateElements((Collection<?>) value, codecs);
    }

    @Override
    void encode(Object value, RecordOutput out) {
        if (value instanceof TreeSet<?> sorted && sorted.comparator() != null) {
            throw new IllegalArgumentException(
                    "A TreeSet with a comparator has no codec: emit a list, or a TreeSet in" + " natural order");
        }
        Collection<?> source = (Collection<?>) value;
        out.writeVarLong(source.size());
        if (codecs.canonical() && !ordered) {
            codecs.encodeSorted(source, codecs::encodeValue, out);
            return;
        }
        for (Object element : source) {
            codecs.encodeValue(element, out);
        }
    }

    @Override
    Object decode(RecordInput in) {
        int size = in.readLength();
        Collection<Object> result = maker.make(size, null);
        for (int i = 0; i < size; i++) {
            result.add(codecs.decodeValue(in));
        }
        codecs.ids().decoded(size, result.size());
        return seal.apply(result);
    }

    /** Whether nobody can change the container itself. */
    static boolean unmodifiable(Object container) {
        String name = container.getClass().getName();
        return name.startsWith("java.util.ImmutableCollections$") || SINGLETONS.contains(name);
    }

    /** Looks at the first elements only, so that it stays cheap. */
    static int estimateElements(Collection<?> elements, Codecs codecs) {
        long sum = 0;
        int seen = 0;
        for (Object element : elements) {
            sum += REFERENCE + codecs.estimateValue(element);
            if (++seen == SAMPLE) {
                break;
            }
        }
        return saturated(OVERHEAD + (seen == 0 ? 0 : sum * elements.size() / seen));
    }

    private static TreeSet<Object> treeSet(Object like) {
        @SuppressWarnings("unchecked")
        TreeSet<Object> source = (TreeSet<Object>) like;
        return source == null ? new TreeSet<>() : new TreeSet<>(source.comparator());
    }

    /** The JDK's immutable list can be passed on without a copy, but holds no null. */
    private static Collection<Object> sealList(Collection<Object> list) {
        for (Object element : list) {
            if (element == null) {
                return Collections.unmodifiableList((List<Object>) list);
            }
        }
        return List.copyOf(list);
    }
}
