package io.github.foggara.examples.logfollow;

/**
 * One row of the output.
 *
 * @param number which line of its key it is, from 1
 */
record Numbered(String key, long number, String line) {}
