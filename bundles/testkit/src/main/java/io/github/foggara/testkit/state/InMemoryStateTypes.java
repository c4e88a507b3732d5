package io.github.foggara.testkit.state;

import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.api.types.UnregisteredTypeException;
import java.util.ArrayList;
import java.util.List;

/**
 * Types of a job without a kernel: long, int, text, {@code long[]} and list, both mutable, and {@link Tag}. Their ids are their places in the
 * order they are given in, so another order is what a program is that registers more types.
 */
public final class InMemoryStateTypes implements StateTypes {
    private static final List<Class<?>> ALL =
            List.of(Long.class, Integer.class, String.class, long[].class, List.class, Tag.class);

    private final List<Class<?>> order;
    private final boolean readOnly;

    /** A key or value that is a record. */
    public record Tag(String text, int number) {}

    private InMemoryStateTypes(List<Class<?>> order, boolean readOnly) {
        this.order = order;
        this.readOnly = readOnly;
    }

    /**
     * @param shift by how many places the order of types is turned
     */
    public static InMemoryStateTypes turned(int shift) {
        List<Class<?>> order = new ArrayList<>();
        for (int i = 0; i < ALL.size(); i++) {
            order.add(ALL.get((i + shift) % ALL.size()));
        }
        return new InMemoryStateTypes(List.copyOf(order), false);
    }

    @Override
    public byte[] table() {
        RecordOutput out = new RecordOutput(64);
        order.forEach(type -> out.writeString(type.getName()));
        return out.toByteArray();
    }

    @Override
    public <T> RecordCodec<T> codec(Class<T> type) {
        if (type != Object.class && !order.contains(type)) {
            throw new UnregisteredTypeException("The type " + type.getName() + " is none of a test");
        }
        return new Codec<>(order, readOnly);
    }

    @Override
    public StateTypes written(byte[] table, String state) {
        RecordInput in = new RecordInput(table);
        List<Class<?>> written = new ArrayList<>();
        while (in.remaining() > 0) {
            String name = in.readString();
            written.add(ALL.stream()
                    .filter(type -> type.getName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("There is no type " + name)));
        }
        return new InMemoryStateTypes(written, true);
    }

    /** Refuses a second thread, as a real one would be damaged by it. */
    private static final class Codec<T> implements RecordCodec<T> {
        private final List<Class<?>> order;
        private final boolean readOnly;
        private Thread owner;

        Codec(List<Class<?>> order, boolean readOnly) {
            this.order = order;
            this.readOnly = readOnly;
        }

        private void enter() {
            if (owner == null) {
                owner = Thread.currentThread();
            } else if (owner != Thread.currentThread()) {
                throw new IllegalStateException("A codec of " + owner + " is used by " + Thread.currentThread());
            }
        }

        @Override
        public boolean immutable(T record) {
            enter();
            id(record);
            return !(record instanceof long[] || record instanceof List);
        }

        @Override
        @SuppressWarnings("unchecked")
        public T copy(T record) {
            enter();
            if (record instanceof long[] numbers) {
                return (T) numbers.clone();
            }
            return record instanceof List<?> list ? (T) new ArrayList<>(list) : record;
        }

        @Override
        public int estimateBytes(T record) {
            enter();
            id(record);
            return 16;
        }

        @Override
        public void encode(T record, RecordOutput out) {
            enter();
            if (readOnly) {
                throw new IllegalStateException("Codecs of a snapshot do not encode");
            }
            put(record, out);
        }

        private void put(Object value, RecordOutput out) {
            out.writeByte(id(value));
            if (value instanceof Long number) {
                out.writeLong(number);
            } else if (value instanceof Integer number) {
                out.writeInt(number);
            } else if (value instanceof String text) {
                out.writeString(text);
            } else if (value instanceof Tag tag) {
                out.writeString(tag.text());
                out.writeInt(tag.number());
            } else if (value instanceof long[] numbers) {
                out.writeVarLong(numbers.length);
                for (long number : numbers) {
                    out.writeLong(number);
                }
            } else {
                out.writeVarLong(((List<?>) value).size());
                ((List<?>) value).forEach(element -> put(element, out));
            }
        }

        private int id(Object value) {
            for (int i = 0; i < order.size(); i++) {
                if (order.get(i).isInstance(value)) {
                    return i;
                }
            }
            throw new UnregisteredTypeException("The type " + value.getClass().getName() + " is none of a test");
        }

        @Override
        @SuppressWarnings("unchecked")
        public T decode(RecordInput in) {
            enter();
            return (T) get(in);
        }

        private Object get(RecordInput in) {
            int id = in.readUnsignedByte();
            if (id >= order.size()) {
                throw new IllegalArgumentException("There is no type " + id);
            }
            Class<?> type = order.get(id);
            if (type == Long.class) {
                return in.readLong();
            } else if (type == Integer.class) {
                return in.readInt();
            } else if (type == String.class) {
                return in.readString();
            } else if (type == Tag.class) {
                return new Tag(in.readString(), in.readInt());
            }
            int length = in.readLength();
            return type == List.class ? list(in, length) : numbers(in, length);
        }

        private List<Object> list(RecordInput in, int length) {
            List<Object> list = new ArrayList<>();
            for (int i = 0; i < length; i++) {
                list.add(get(in));
            }
            return list;
        }

        private static long[] numbers(RecordInput in, int length) {
            if (8L * length > in.remaining()) {
                throw new IllegalArgumentException(length + " numbers do not fit");
            }
            long[] numbers = new long[length];
            for (int i = 0; i < length; i++) {
                numbers[i] = in.readLong();
            }
            return numbers;
        }
    }
}
