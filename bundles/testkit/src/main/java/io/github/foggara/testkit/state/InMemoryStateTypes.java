package io.github.foggara.testkit.state;

import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.api.types.UnregisteredTypeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Types of a job without a kernel: long, int, double, boolean, text, {@code long[]} and list, both mutable, {@link Tag}, and records of a test.
 * Their ids are their places in the order they are given in, so another order is what a program is that registers more types.
 */
public final class InMemoryStateTypes implements StateTypes {
    private static final List<Class<?>> ALL = List.of(
            Long.class, Integer.class, String.class, long[].class, List.class, Tag.class, Double.class, Boolean.class);
    /** Stands for null, in records and lists. */
    private static final int NULL = 0xFF;

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
        return turned(shift, List.of());
    }

    /**
     * @param records whose components are of these types, or each other's; may be null where they are no primitives
     */
    public static InMemoryStateTypes turned(int shift, List<Class<? extends Record>> records) {
        List<Class<?>> all = new ArrayList<>(ALL);
        all.addAll(records);
        Collections.rotate(all, -shift);
        return new InMemoryStateTypes(List.copyOf(all), false);
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
            written.add(order.stream()
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
            return !mutable(record);
        }

        private static boolean mutable(Object value) {
            return value instanceof long[]
                    || value instanceof List
                    || value instanceof Record record
                            && RecordParts.of(record).stream().anyMatch(Codec::mutable);
        }

        @Override
        @SuppressWarnings("unchecked")
        public T copy(T record) {
            enter();
            return (T) copied(record);
        }

        private static Object copied(Object value) {
            if (value instanceof long[] numbers) {
                return numbers.clone();
            } else if (value instanceof List<?> list) {
                List<Object> copy = new ArrayList<>();
                list.forEach(element -> copy.add(copied(element)));
                return copy;
            } else if (value instanceof Record record && mutable(record)) {
                return RecordParts.make(
                        record.getClass(),
                        RecordParts.of(record).stream().map(Codec::copied).toArray());
            }
            return value;
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
            if (value == null) {
                out.writeByte(NULL);
                return;
            }
            out.writeByte(id(value));
            if (value instanceof Long number) {
                out.writeLong(number);
            } else if (value instanceof Integer number) {
                out.writeInt(number);
            } else if (value instanceof String text) {
                out.writeString(text);
            } else if (value instanceof Double number) {
                out.writeLong(Double.doubleToRawLongBits(number));
            } else if (value instanceof Boolean truth) {
                out.writeByte(truth ? 1 : 0);
            } else if (value instanceof Record record) {
                RecordParts.of(record).forEach(part -> put(part, out));
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
            if (id == NULL) {
                return null;
            }
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
            } else if (type == Double.class) {
                return Double.longBitsToDouble(in.readLong());
            } else if (type == Boolean.class) {
                return in.readByte() == 1;
            } else if (type.isRecord()) {
                Object[] parts = new Object[RecordParts.count(type)];
                Arrays.setAll(parts, i -> get(in));
                return RecordParts.make(type, parts);
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
