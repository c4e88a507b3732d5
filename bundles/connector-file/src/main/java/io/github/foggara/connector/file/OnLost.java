package io.github.foggara.connector.file;

/**
 * What happens when lines of a followed file that were to be read are not there any more: the file was truncated, overwritten, or deleted
 * before it was read.
 */
public enum OnLost {
    /** The job fails, and says which file and how much of it. */
    FAIL,
    /** A warning says which file and how much of it; what stands in the file now is read from its beginning. */
    SKIP
}
