package io.github.foggara.api.shuffle;

/**
 * One channel of a gate.
 *
 * @param input logical input of the consuming operator, from 0
 * @param subpartition which queue of the partition
 */
public record ChannelDescriptor(int input, ShuffleDescriptor partition, int subpartition) {}
