package io.github.foggara.benchmarks.job;

/** The record of the shuffle workloads. */
public record Pair(long key, long value) {}
