/**
 * The contract of event stores. A plugin's suite is a subclass of
 * {@link io.github.foggara.testkit.event.JobEventStoreContract} that makes the store;
 * {@link io.github.foggara.testkit.event.InMemoryJobEventStore} is the simplest store that keeps it.
 */
@Export
@Version("1.0.0")
package io.github.foggara.testkit.event;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
