package io.github.foggara.kernel.serialization;

import java.util.List;
import java.util.Optional;

/** What the ids in some bytes stand for: the table of this run, or that of the run which wrote a snapshot. Any thread. */
interface TypeIds {
    /** One more than the largest id. */
    int end();

    /** Types that can be decoded, with their ids here. */
    List<TypeEntry> entries();

    /** The entry of exactly this class. */
    Optional<TypeEntry> find(Class<?> type);

    /**
     * @param id from {@link TypeTable#FIRST_ID}, less than {@link #end()}
     * @throws io.github.foggara.api.state.IncompatibleStateException if values of that type cannot become values of now
     */
    TypeEntry entry(int id);

    /** The codec of a type that was written in another shape than it has; null if the ordinary one fits. */
    default ValueCodec evolved(TypeEntry entry, Codecs codecs) {
        return null;
    }

    /**
     * There is no entry of this class: refuses one that had an entry when the bytes were written.
     *
     * @throws io.github.foggara.api.state.IncompatibleStateException as {@link #entry}
     */
    default void missing(Class<?> type) {}

    /** Whether a value of any id may have to be refused, although it is not damaged. */
    default boolean mayRefuse() {
        return false;
    }

    /**
     * A set or map was decoded.
     *
     * @param written number of its elements in the bytes
     * @param distinct number of those that are there now
     */
    default void decoded(int written, int distinct) {}
}
