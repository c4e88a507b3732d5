package io.github.foggara.connector.file.input;

/** A line is not a record of its format; the message gives the reason only, the reader adds file, line and text. */
public final class MalformedRecordException extends Exception {
    private static final long serialVersionUID = 1L;

    public MalformedRecordException(String reason) {
        super(reason, null, false, false);
    }
}
