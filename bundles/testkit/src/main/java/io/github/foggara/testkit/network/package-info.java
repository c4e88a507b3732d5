/** A network that fails when a test says so: {@link io.github.foggara.testkit.network.FaultyProxy}. */
@Export
@Version("1.0.0")
package io.github.foggara.testkit.network;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
