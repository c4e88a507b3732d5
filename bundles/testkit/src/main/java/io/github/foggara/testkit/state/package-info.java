/**
 * The contract of state backends. A plugin's suite is a subclass of {@link io.github.foggara.testkit.state.StateBackendContract} that makes
 * the backend; {@link io.github.foggara.testkit.state.InMemoryStateBackend} is the simplest one that keeps it.
 */
@Export
@Version("1.0.0")
package io.github.foggara.testkit.state;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
