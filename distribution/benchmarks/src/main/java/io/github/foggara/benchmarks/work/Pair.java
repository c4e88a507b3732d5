package io.github.foggara.benchmarks.work;

/** The record of the shuffle workloads. */
public record Pair(long key, long value) {}
