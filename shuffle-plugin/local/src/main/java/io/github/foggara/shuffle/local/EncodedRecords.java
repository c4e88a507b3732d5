package io.github.foggara.shuffle.local;

import io.github.foggara.api.types.RecordCodec;

/** The records of one batch as the bytes they came in. Immutable. */
public interface EncodedRecords {
    /** How many, at least 1. */
    int count();

    /** What they cost, in bytes. */
    int bytes();

    /**
     * The records, in an array the caller may keep. Thread: the consuming task, once, after it has claimed them.
     *
     * @throws IllegalArgumentException if the bytes are no such records
     */
    Object[] open(RecordCodec<Object> codec);
}
