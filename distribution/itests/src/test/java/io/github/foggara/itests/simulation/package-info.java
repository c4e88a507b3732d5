/**
 * The shipped plugins under a kernel that is killed, on one seeded schedule and on disks that lose what was not forced. Start with {@link
 * io.github.foggara.itests.simulation.ShippedPluginsSimulationTest} for batch jobs, and with {@link
 * io.github.foggara.itests.simulation.CheckpointPointsTest} for jobs with checkpoints.
 */
package io.github.foggara.itests.simulation;
