/**
 * The engine; exports nothing. Start with {@link io.github.foggara.kernel.Engine}: what a container runs is, by its role, a
 * {@link io.github.foggara.kernel.Kernel}, a {@link io.github.foggara.kernel.JobMasterEngine} or a
 * {@link io.github.foggara.kernel.TaskManagerEngine}.
 */
package io.github.foggara.kernel;
