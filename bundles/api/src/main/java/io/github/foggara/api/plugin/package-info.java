/**
 * What every plugin has: a name, options that the kernel validates, and services that are leased for the time of a call.
 *
 * <p>Start with {@link io.github.foggara.api.plugin.OptionSet}.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.plugin;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
