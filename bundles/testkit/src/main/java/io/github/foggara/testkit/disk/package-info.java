/**
 * A disk in memory that crashes as a real one may. Start with {@link io.github.foggara.testkit.disk.SimulatedDisk}.
 */
@Export
@Version("1.0.0")
package io.github.foggara.testkit.disk;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
