/**
 * Plugins by type and name, leased for as long as they are used. Start with
 * {@link io.github.foggara.kernel.plugin.PluginRegistry}; OSGi is not known here.
 */
package io.github.foggara.kernel.plugin;
