package io.github.foggara.kernel.remote.message;

import io.github.foggara.api.rpc.MessageCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;

/** A type of message that stands in a session: its number and what was received, then the message itself. */
final class NumberedType<T> implements MessageCodec<Numbered<T>> {
    /** Two integers of variable length. */
    static final int HEAD_BYTES = 20;

    private final MessageType<T> content;

    NumberedType(MessageType<T> content) {
        this.content = content;
    }

    @Override
    public int id() {
        return content.id();
    }

    @Override
    public String name() {
        return content.name();
    }

    @Override
    public int maxBytes() {
        return content.maxBytes() + HEAD_BYTES;
    }

    @Override
    public byte[] encode(Numbered<T> value) {
        return encode(value.number(), value.received(), content.encode(value.content()));
    }

    /**
     * @param body of the message itself
     */
    static byte[] encode(long number, long received, byte[] body) {
        RecordOutput out = new RecordOutput(body.length + HEAD_BYTES);
        out.writeVarLong(number);
        out.writeVarLong(received);
        out.writeBytes(body, 0, body.length);
        return out.toByteArray();
    }

    @Override
    public Numbered<T> decode(byte[] body) {
        RecordInput in = new RecordInput(body);
        long number = in.readVarLong();
        long received = in.readVarLong();
        if (number < 1 || received < 0) {
            throw new IllegalArgumentException("A message " + name() + " cannot have the number " + number + " after "
                    + received + " that were received");
        }
        return new Numbered<>(number, received, content.read(in));
    }
}
