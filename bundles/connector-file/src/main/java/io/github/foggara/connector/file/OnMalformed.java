package io.github.foggara.connector.file;

/** What a source does with a record that it cannot read. */
public enum OnMalformed {
    /** The job fails; the message names file, line, text and reason. */
    FAIL,
    /** The record is left out and counted; the first ones and the count are logged as warnings. */
    SKIP
}
