package io.github.foggara.api.sort;

import io.github.foggara.api.types.RecordOutput;
import java.util.List;

/**
 * Makes the sort keys of records: bytes that, compared unsigned one after the other, order as the criteria say. No key is the beginning of
 * another. One per thread.
 *
 * <p>What has an order: primitives and their boxes, {@code String} (by UTF-16 code unit), {@code BigInteger}, {@code BigDecimal} (1.0 ties
 * 1.00), {@code UUID}, enums (as declared), the dates and times of {@code java.time}, {@code Duration}, all as their {@code compareTo}; NaN
 * is larger than infinity and -0.0 smaller than 0.0. Records compare by their components, the first one counts most. An empty
 * {@code Optional} is as null. What is declared as {@code Object}, {@code Comparable} or {@code Number} is looked at when it comes: all of
 * it has to be of one class.
 *
 * <p>A path names components of records, or public fields and getters of other classes: {@code customer.name}. The components of a record
 * are also called {@code f0}, {@code f1}, …; {@code *} and {@code _} mean the whole, which must not be a class that is no record. If
 * something on the way is null, so is the key.
 */
public final class SortKeyEncoder {
    private final KeyWriter writer;
    private final Object[] own;

    private SortKeyEncoder(SharedKeys keys, List<?> functions) {
        this.writer = keys.writer();
        this.own = KeySlot.makeAll(keys.plan().slots(), functions);
    }

    /**
     * @param type class of the records
     * @param functions of the operator, in which criteria name selectors
     * @param nulls what {@link NullOrder#AUTO} means in this job
     * @throws IllegalArgumentException if such records have no such order, naming type, component and what is accepted
     */
    public static SortKeyEncoder of(Class<?> type, List<SortCriterion> criteria, List<?> functions, NullOrder nulls) {
        return new SortKeyEncoder(SharedKeys.of(type, criteria, functions, nulls), functions);
    }

    /**
     * Throws what {@link #of} would.
     *
     * @throws IllegalArgumentException as {@link #of}
     */
    public static void check(Class<?> type, List<SortCriterion> criteria, List<?> functions) {
        SharedKeys.check(type, criteria, functions);
    }

    /**
     * Appends the key of a record. Each selector is called once.
     *
     * @param record not null
     * @throws IllegalArgumentException if a key is of another class than the keys before, and the program's types did not tell
     * @throws Exception what a selector or accessor threw
     */
    public void encode(Object record, RecordOutput out) throws Exception {
        writer.write(own, record, out);
    }
}
