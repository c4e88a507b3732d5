package io.github.foggara.kernel.remote.message;

import io.github.foggara.api.rpc.MessageCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * One type of message. Its body begins with the version of its format; a body of another version, or one with bytes too many or too few,
 * is refused in words.
 */
final class MessageType<T> implements MessageCodec<T> {
    /** Of all types; both ends of a connection run the same product version, so there is no other to read. */
    static final int VERSION = 1;

    private final int id;
    private final String name;
    private final int maxBytes;
    private final Class<T> type;
    private final BiConsumer<RecordOutput, T> write;
    private final Function<RecordInput, T> read;

    MessageType(
            int id,
            String name,
            int maxBytes,
            Class<T> type,
            BiConsumer<RecordOutput, T> write,
            Function<RecordInput, T> read) {
        this.id = id;
        this.name = name;
        this.maxBytes = maxBytes;
        this.type = type;
        this.write = write;
        this.read = read;
    }

    @Override
    public int id() {
        return id;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int maxBytes() {
        return maxBytes;
    }

    /** What values it is for. */
    Class<T> type() {
        return type;
    }

    @Override
    public byte[] encode(T value) {
        RecordOutput out = new RecordOutput(128);
        out.writeByte(VERSION);
        write.accept(out, value);
        return out.toByteArray();
    }

    /** As {@link #encode} for a value whose type is known by its class. */
    byte[] encodeAny(Object value) {
        return encode(type.cast(value));
    }

    @Override
    public T decode(byte[] body) {
        return read(new RecordInput(body));
    }

    /** What is left, to its end. */
    T read(RecordInput in) {
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "A message " + name + " has version " + version + ", this container reads " + VERSION);
        }
        T value = read.apply(in);
        if (in.remaining() != 0) {
            throw new IllegalArgumentException("A message " + name + " has " + in.remaining() + " bytes too many");
        }
        return value;
    }
}
