/**
 * The shipped event store, exchange and strategies under a kernel that is killed, on one seeded schedule and on a disk that loses what was
 * not forced. Start with {@link io.github.foggara.itests.simulation.ShippedPluginsSimulationTest}.
 */
package io.github.foggara.itests.simulation;
