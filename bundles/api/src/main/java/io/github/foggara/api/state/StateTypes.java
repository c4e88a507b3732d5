package io.github.foggara.api.state;

import io.github.foggara.api.types.RecordCodec;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The types of a job as its state is written with them. Task thread; a codec it makes belongs to the thread that uses it, so a snapshot that
 * is written by another thread takes codecs of its own.
 */
@ProviderType
public interface StateTypes {
    /** Ids, classes, codecs and their versions, components: stands in every snapshot. Of {@link #written} ones: the table they were given. */
    byte[] table();

    /**
     * A new codec for values of that type and what is registered below it; also for built-in types.
     *
     * @throws io.github.foggara.api.types.UnregisteredTypeException with the line to add
     */
    <T> RecordCodec<T> codec(Class<T> type);

    /** As {@link #codec} for what an operator is keyed by. */
    default <T> RecordCodec<T> keyCodec(Class<T> type) {
        return codec(type);
    }

    /**
     * Codecs that decode what a snapshot with this table holds, as values of the job's types of now: record components that were added get
     * their default value, those that were removed are left out. They do not encode.
     *
     * @param state whose state it is, for messages: operator and name
     * @throws IncompatibleStateException if a type differs in any other way, naming state, type, component, old and new
     */
    StateTypes written(byte[] table, String state);
}
