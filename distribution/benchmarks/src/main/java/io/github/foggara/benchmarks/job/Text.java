package io.github.foggara.benchmarks.job;

/** A record that weighs something. */
public record Text(long key, String text) {}
