package io.github.foggara.api.plugin;

/** Service properties. */
public final class PluginNames {
    /** Name by which a job chooses a plugin, e.g. {@code foggara.plugin=local}. */
    public static final String PLUGIN = "foggara.plugin";

    private PluginNames() {}
}
