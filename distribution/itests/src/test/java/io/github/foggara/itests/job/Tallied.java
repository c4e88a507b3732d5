package io.github.foggara.itests.job;

/**
 * A number and its place.
 *
 * @param nth which of its key it is, from 1
 */
public record Tallied(int key, long nth, long number) {}
