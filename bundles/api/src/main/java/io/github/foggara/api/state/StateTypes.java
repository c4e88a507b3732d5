package io.github.foggara.api.state;

import io.github.foggara.api.types.RecordCodec;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The types of a job as its state is written with them. Immutable, any thread; a codec it makes belongs to the thread that uses it, so a
 * snapshot that is written by another thread takes codecs of its own.
 */
@ProviderType
public interface StateTypes {
    /** Ids, classes, codecs and their versions, components: stands in every snapshot. Of {@link #written} ones: the table they were given. */
    byte[] table();

    /**
     * A new codec for values of that type and what is registered below it; also for built-in types. An interface, an abstract class or
     * {@code Object} stands for values of any registered class.
     *
     * @throws io.github.foggara.api.types.UnregisteredTypeException with the line to add
     */
    <T> RecordCodec<T> codec(Class<T> type);

    /**
     * As {@link #codec}, for the keys that an operator is keyed by. Of a snapshot it also refuses records with components added, removed or in
     * another order: the key group of a key follows from them.
     */
    default <T> RecordCodec<T> keyCodec(Class<T> type) {
        return codec(type);
    }

    /**
     * Codecs that decode what a snapshot with this table holds, as values of the job's types of now. Classes, components of records and
     * constants of enums are found by name. Components that were added are 0 or false; empty if declared as Optional, Iterable,
     * Collection, List, Set or Map; else null. Those that were removed are left out. Constants of enums may be added and reordered.
     *
     * <p>{@link #codec} refuses at once what can be seen from the declared type; a value of another class is refused by {@code decode},
     * with the same exception. These codecs do not encode. Make them once per state: comparing types takes longer than reading a value.
     *
     * @param table untrusted
     * @param state whose state it is, for messages: {@code 'seen' of operator 'count'}
     * @throws IncompatibleStateException if a type differs in any other way, naming state, type, component, old and new, and what to do
     * @throws IllegalArgumentException if the table is damaged
     */
    StateTypes written(byte[] table, String state);
}
