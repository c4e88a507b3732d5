/**
 * The only doors between a job's JobMaster, its coordinators and the TaskExecutors. Every method of a {@code *Gateway} may
 * be called from any thread, never blocks and only enqueues for the owner; messages are immutable and could cross a
 * process. Calls from one thread arrive in their order.
 *
 * <p>Start with {@link io.github.foggara.kernel.gateway.TaskDeployment}: it names a vertex of a topology that every
 * container builds by itself; no operator is ever in a message.
 */
package io.github.foggara.kernel.gateway;
