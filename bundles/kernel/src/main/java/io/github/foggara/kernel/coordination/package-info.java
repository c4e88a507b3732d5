/**
 * The territory of a job's coord thread: user code beside the JobMaster, which may block. It defines the graph, finds and
 * hands out splits, and publishes output. The JobMaster reaches it by {@link
 * io.github.foggara.kernel.coordination.CoordinatorGateway} and hears of it by {@link
 * io.github.foggara.kernel.coordination.CoordinationListener}; one coord thread serves one life of a job, from its definition to
 * the end of its tasks.
 */
package io.github.foggara.kernel.coordination;
