/**
 * Drives one operator of a plugin without an engine: records, barriers and their snapshots, restore into a new instance, also with another
 * parallelism, cancel, memory and work on the io pool. Start with {@link io.github.foggara.testkit.task.OperatorHarness}.
 */
@Export
@Version("1.0.0")
package io.github.foggara.testkit.task;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
