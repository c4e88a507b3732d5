/**
 * The contracts of failover and back-off strategies. A strategy's suite is a subclass of
 * {@link io.github.foggara.testkit.failover.FailoverStrategyContract} or
 * {@link io.github.foggara.testkit.failover.RestartBackoffContract} that names the strategy;
 * {@link io.github.foggara.testkit.failover.InMemoryFailoverTopology} is the topology to ask about, with results that are
 * finished or lost.
 */
@Export
@Version("1.0.0")
package io.github.foggara.testkit.failover;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
