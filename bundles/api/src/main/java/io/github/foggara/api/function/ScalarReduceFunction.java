package io.github.foggara.api.function;

/**
 * A reduce function that changes one number of a record and leaves the rest as it was in the key's first record: so what has
 * to be kept for a key is that number, flat in a table, and not a record per update.
 *
 * @param <T> type of the records
 */
public interface ScalarReduceFunction<T> extends ReduceFunction<T> {
    /**
     * The function as plain calls. Numbers of any primitive type travel as the bits of a {@code long}. Has no state: all subtasks
     * use one object, each on its task thread.
     */
    interface Code<T> {
        /** The number of a key's first record. */
        long first(T record) throws Exception;

        /** The number after another record. */
        long add(long number, T record) throws Exception;

        /**
         * @param record the key's first record; any record of the key if {@link #restIsKey()}
         */
        T result(T record, long number) throws Exception;
    }

    /** An object of a class of its own, so that calls to it can be inlined. Asked for once per operator, by any thread. */
    Code<T> newCode();

    /** Whether the record is nothing but its key and the number: then no record needs to be kept. */
    boolean restIsKey();

    /**
     * What the number is, in words, e.g. {@code the sum of long count}: stands in checkpoints, and a number that was something else is not
     * taken over. The same in every JVM.
     */
    default String keeps() {
        return "the number of " + getClass().getName();
    }
}
