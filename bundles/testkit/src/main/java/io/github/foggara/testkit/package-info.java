/**
 * What tests of the engine and of its plugins share.
 *
 * <p>{@link io.github.foggara.testkit.runtime} has the two test runtimes: one seeded schedule for real threads, and a
 * manual clock for unit tests. {@link io.github.foggara.testkit.shuffle} has the contract every shuffle plugin keeps, with the
 * simplest implementation that keeps it; {@link io.github.foggara.testkit.failover} has those of failover and back-off strategies,
 * {@link io.github.foggara.testkit.event} that of event stores, {@link io.github.foggara.testkit.state} that of state backends.
 * {@link io.github.foggara.testkit.disk} has a disk that crashes as a real one may, {@link io.github.foggara.testkit.network} a network that
 * fails, {@link io.github.foggara.testkit.security} makes certificates.
 */
package io.github.foggara.testkit;
