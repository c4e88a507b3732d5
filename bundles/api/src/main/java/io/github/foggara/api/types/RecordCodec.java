package io.github.foggara.api.types;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Encodes, decodes, copies and sizes the records of one edge. Used by one thread only.
 *
 * @param <T> static type of the edge; a registered subtype is found by its class
 */
@ProviderType
public interface RecordCodec<T> {
    /** Whether this very record may be shared between threads as it is: all of it is deeply immutable. */
    boolean immutable(T record);

    /**
     * A copy that shares nothing mutable; the record itself if it is deeply immutable.
     *
     * @throws UnregisteredTypeException with the line to add, for a type the job did not register
     */
    T copy(T record);

    /** Rough size in memory in bytes, at least 16; cheap. Also checks that the type is registered, like {@link #copy}. */
    int estimateBytes(T record);

    /** Appends the record's bytes. */
    void encode(T record, RecordOutput out);

    /**
     * @throws IllegalArgumentException if the bytes are not a record of the job's types; lengths are checked first
     */
    T decode(RecordInput in);
}
