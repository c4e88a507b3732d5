/**
 * The contract of shuffle plugins. A plugin's suite is a subclass of
 * {@link io.github.foggara.testkit.shuffle.ShuffleServiceContract} that names the service and a configuration with small limits;
 * {@link io.github.foggara.testkit.shuffle.InMemoryShuffleService} is the simplest service that keeps it.
 */
@Export
@Version("1.0.0")
package io.github.foggara.testkit.shuffle;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
