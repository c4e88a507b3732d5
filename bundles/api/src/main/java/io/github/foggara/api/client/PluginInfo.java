package io.github.foggara.api.client;

/**
 * @param type simple name of the SPI, e.g. {@code ShuffleService}
 * @param bundle symbolic name and version
 * @param leases calls in progress
 */
public record PluginInfo(String type, String name, String bundle, int leases) {}
