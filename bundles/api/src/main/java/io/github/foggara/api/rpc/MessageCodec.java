package io.github.foggara.api.rpc;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * How one type of message becomes bytes. Stateless; any thread, also several at a time.
 *
 * @param <T> what a message of this type says
 */
@ConsumerType
public interface MessageCodec<T> {
    /** Travels with each message; never given to another type. */
    int id();

    /** For messages to people. */
    String name();

    /** The longest body. A longer one is not sent, and a peer that sends one is disconnected. */
    int maxBytes();

    /** The body; not kept. */
    byte[] encode(T value);

    /**
     * Reads a body that a peer sent: untrusted, so lengths are checked before anything is allocated, as
     * {@link io.github.foggara.api.types.RecordInput} does.
     *
     * @throws IllegalArgumentException if it is no message of this type; thrown on by a listener, it ends the connection
     */
    T decode(byte[] body);
}
