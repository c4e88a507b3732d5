package io.github.foggara.connector.file.input;

/**
 * Makes records of lines. Task thread only; one per reader, it may reuse buffers.
 *
 * @param <T> type of the records
 */
public interface RecordFormat<T> {
    /** Whether the first line of each file names the columns. */
    default boolean hasHeader() {
        return false;
    }

    /**
     * The first line of the file that is read next; called before its records if there is a header.
     *
     * @throws MalformedRecordException if it does not fit the record type
     */
    default void header(byte[] bytes, int offset, int length) throws MalformedRecordException {}

    /**
     * Whether the line ends inside a quoted field, so that the record goes on in the next one.
     *
     * @param inside whether it begins inside one: it was added because this method said so
     */
    default boolean continues(byte[] bytes, int offset, int length, boolean inside) {
        return false;
    }

    /**
     * @param ascii all bytes are ASCII
     * @return null for a line that stands for no record, such as an empty one
     * @throws MalformedRecordException if the line is not a record
     */
    T read(byte[] bytes, int offset, int length, boolean ascii) throws MalformedRecordException;
}
