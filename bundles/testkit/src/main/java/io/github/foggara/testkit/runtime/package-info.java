/**
 * Test implementations of the runtime seam. Start with {@link io.github.foggara.testkit.runtime.SimulatedRuntime}; for a
 * unit test without threads take {@link io.github.foggara.testkit.runtime.ManualRuntime}.
 */
@Export
@Version("1.0.0")
package io.github.foggara.testkit.runtime;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
