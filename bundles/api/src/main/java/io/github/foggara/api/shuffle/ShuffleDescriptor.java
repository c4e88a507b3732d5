package io.github.foggara.api.shuffle;

import io.github.foggara.api.execution.ResultPartitionId;

/**
 * Where a partition can be read. Travels to consumers and into the event log, so it holds no plugin class.
 *
 * @param pluginData bytes only the plugin of that name and format understands
 */
public record ShuffleDescriptor(ResultPartitionId id, String plugin, byte[] pluginData) {}
