package io.github.foggara.api.rpc;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The types of messages that a node takes and sends; every other id ends the connection it comes by. Immutable. */
public final class RpcMessages {
    /** No message may be longer, whatever its codec says. */
    public static final int MAX_BYTES = 64 << 20;

    private final Map<Integer, MessageCodec<?>> codecs = new TreeMap<>();
    private final int maxBytes;

    /**
     * @throws IllegalArgumentException if two types share an id, or if the limit of one is not from 0 to {@link #MAX_BYTES}
     */
    public RpcMessages(Collection<? extends MessageCodec<?>> types) {
        int max = 0;
        for (MessageCodec<?> type : types) {
            MessageCodec<?> other = codecs.put(type.id(), type);
            if (other != null) {
                throw new IllegalArgumentException(
                        "The messages " + other.name() + " and " + type.name() + " share the id " + type.id());
            }
            if (type.maxBytes() < 0 || type.maxBytes() > MAX_BYTES) {
                throw new IllegalArgumentException("The message " + type.name() + " may have from 0 to " + MAX_BYTES
                        + " bytes, not " + type.maxBytes());
            }
            max = Math.max(max, type.maxBytes());
        }
        maxBytes = max;
    }

    public static RpcMessages of(MessageCodec<?>... types) {
        return new RpcMessages(List.of(types));
    }

    /** The longest body of any type, also of an answer. */
    public int maxBytes() {
        return maxBytes;
    }

    /**
     * The type with that id.
     *
     * @throws IllegalArgumentException naming the id, if there is none
     */
    public MessageCodec<?> type(int id) {
        MessageCodec<?> type = codecs.get(id);
        if (type == null) {
            throw new IllegalArgumentException(
                    "There is no message with the id " + id + "; known are " + codecs.keySet());
        }
        return type;
    }

    /**
     * Returns if a message may be sent or taken.
     *
     * @throws IllegalArgumentException naming the id, and the length if it is too long
     */
    public void check(int id, int length) {
        MessageCodec<?> type = type(id);
        if (length > type.maxBytes()) {
            throw new IllegalArgumentException("A message " + type.name() + " (" + id + ") has at most "
                    + type.maxBytes() + " bytes, not " + length);
        }
    }
}
