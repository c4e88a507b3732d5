package io.github.foggara.kernel.serialization;

import com.esotericsoftware.kryo.kryo5.Kryo;
import com.esotericsoftware.kryo.kryo5.KryoException;
import com.esotericsoftware.kryo.kryo5.Registration;
import com.esotericsoftware.kryo.kryo5.io.Input;
import com.esotericsoftware.kryo.kryo5.objenesis.instantiator.ObjectInstantiator;
import com.esotericsoftware.kryo.kryo5.objenesis.strategy.InstantiatorStrategy;
import com.esotericsoftware.kryo.kryo5.objenesis.strategy.StdInstantiatorStrategy;
import com.esotericsoftware.kryo.kryo5.serializers.FieldSerializer;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.types.UnregisteredTypeException;
import java.lang.reflect.Constructor;

/**
 * One Kryo for one {@link Codecs}. It handles the fields of registered classes and nothing else: all that has a codec of
 * ours goes back to it. Classes are named by the ids of the type table, never by name.
 */
final class KryoSession {
    /** Kryo keeps small ids for itself; ours lie above. */
    private static final int ID_BASE = 100;
    /** What Kryo adds to an id when it writes it. */
    private static final int KRYO_OFFSET = 2;

    private final Codecs codecs;
    private final Kryo kryo;

    KryoSession(Codecs codecs) {
        this.codecs = codecs;
        this.kryo = new RegisteredOnly();
        kryo.setRegistrationRequired(true);
        kryo.setReferences(false);
        kryo.setMaxDepth(Codecs.MAX_DEPTH);
        kryo.setClassLoader(new ClassLoader(null) {});
        kryo.setInstantiatorStrategy(new ConstructorOrNone());
        for (TypeEntry entry : codecs.ids().entries()) {
            kryo.register(
                    entry.type(),
                    entry.kind() == TypeEntry.Kind.KRYO
                            ? new FieldSerializer<>(kryo, entry.type())
                            : new KryoBridge(codecs),
                    ID_BASE + entry.id());
        }
        kryo.register(AnyBuiltIn.class, new KryoBridge(codecs), ID_BASE);
    }

    byte[] encode(Object value) {
        BoundedOutput out = new BoundedOutput();
        try {
            kryo.writeObject(out, value);
            return out.toBytes();
        } catch (KryoException e) {
            throw translated(e, value.getClass());
        }
    }

    Object decode(byte[] bytes, Class<?> type) {
        try {
            BoundedInput in = new BoundedInput(bytes);
            Object value = kryo.readObject(in, type);
            if (in.position() != bytes.length) {
                throw new IllegalArgumentException("Bytes are left after an object of " + type.getName());
            }
            return value;
        } catch (KryoException | IndexOutOfBoundsException | NegativeArraySizeException e) {
            IncompatibleStateException refusal = cause(e, IncompatibleStateException.class);
            if (refusal != null) {
                throw refusal;
            }
            throw new IllegalArgumentException("These bytes are no " + type.getName() + ": " + e.getMessage(), e);
        }
    }

    Object copy(Object value) {
        try {
            return kryo.copy(value);
        } catch (KryoException e) {
            throw translated(e, value.getClass());
        }
    }

    private static RuntimeException translated(KryoException e, Class<?> type) {
        UnregisteredTypeException unregistered = cause(e, UnregisteredTypeException.class);
        return unregistered != null
                ? unregistered
                : new IllegalArgumentException(
                        "An object of " + type.getName() + " cannot be encoded (does it hold itself?): "
                                + e.getMessage(),
                        e);
    }

    /** Null if it was not caused by one. */
    private static <E extends Throwable> E cause(Throwable e, Class<E> type) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return type.cast(cause);
            }
        }
        return null;
    }

    /** Stands for every built-in type: the bridge writes which one it is. */
    private static final class AnyBuiltIn {}

    private final class RegisteredOnly extends Kryo {
        @Override
        @SuppressWarnings("rawtypes")
        public Registration getRegistration(Class type) {
            Registration known = getClassResolver().getRegistration(type);
            if (known != null) {
                return known;
            }
            ValueCodec codec = codecs.of(type);
            return codec.id < TypeTable.FIRST_ID
                    ? getClassResolver().getRegistration(AnyBuiltIn.class)
                    : getClassResolver().getRegistration(ID_BASE + codec.id);
        }

        /** A class that cannot be restored is not registered, so it is named before Kryo misses it. */
        @Override
        public Registration readClass(Input input) {
            if (codecs.ids().mayRefuse()) {
                int position = input.position();
                int id = input.readVarInt(true) - KRYO_OFFSET - ID_BASE;
                input.setPosition(position);
                if (id >= TypeTable.FIRST_ID && id < codecs.ids().end()) {
                    codecs.ids().entry(id);
                }
            }
            return super.readClass(input);
        }
    }

    /** A constructor without arguments sets transient fields; a class without one is made without running any. */
    private static final class ConstructorOrNone implements InstantiatorStrategy {
        private final StdInstantiatorStrategy none = new StdInstantiatorStrategy();

        @Override
        public <T> ObjectInstantiator<T> newInstantiatorOf(Class<T> type) {
            try {
                Constructor<T> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                return () -> {
                    try {
                        return constructor.newInstance();
                    } catch (ReflectiveOperationException e) {
                        throw new KryoException("The constructor of " + type.getName() + " failed", e);
                    }
                };
            } catch (NoSuchMethodException e) {
                return none.newInstantiatorOf(type);
            }
        }
    }
}
