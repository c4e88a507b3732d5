/**
 * The whole kernel on a seeded schedule while things go wrong: user code throws, the JobMaster or its container dies, strategies are
 * swapped, messages are late. Start reading at {@link io.github.foggara.kernel.simulation.SimulatedCluster}; what goes wrong is
 * in {@link io.github.foggara.kernel.simulation.Chaos}, what must hold all the same in {@link
 * io.github.foggara.kernel.simulation.Witness}.
 */
package io.github.foggara.kernel.simulation;
