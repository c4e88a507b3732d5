package io.github.foggara.window;

/**
 * Of a head: what one call of a function emitted and has not left.
 *
 * @param group key group that it belongs to; 0 if a partition is a subtask
 * @param segments how many it has
 * @param position how many of its records have left
 */
record HeldOutput(int group, int segments, long position) {}
