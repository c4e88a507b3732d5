package io.github.foggara.connector.file.output;

import java.io.IOException;
import java.io.OutputStream;

/**
 * How records stand in a part. Task thread only; one per writer.
 *
 * @param <T> type of the records
 */
public interface PartFormat<T> {
    /** Of the file's name, without the dot; letters only. */
    String extension();

    void begin(OutputStream out) throws IOException;

    void write(T record) throws IOException;

    /** Writes what is buffered; the stream may be closed. */
    void end() throws IOException;

    /** For a record that does not belong into the table of the first one. */
    static IllegalArgumentException otherType(Object record, Class<?> expected) {
        return new IllegalArgumentException("A file sink writes records of one class, here " + expected.getName()
                + ", but got a " + record.getClass().getName() + ". Map them to one class before the sink.");
    }
}
