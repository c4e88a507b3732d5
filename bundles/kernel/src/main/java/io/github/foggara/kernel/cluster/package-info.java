/**
 * The JobMasters' side of a cluster: which TaskManagers there are, what runs on which, and which slots are free. All of it is the territory
 * of the cluster thread, one per container; {@link io.github.foggara.kernel.cluster.ClusterExecutor} is its door for JobMasters, {@link
 * io.github.foggara.kernel.cluster.ClusterDoor} that for the network. Both only enqueue.
 *
 * <p>For a JobMaster the whole cluster is one {@link io.github.foggara.kernel.gateway.TaskExecutorGateway}: start with {@link
 * io.github.foggara.kernel.cluster.ClusterExecutor}.
 */
package io.github.foggara.kernel.cluster;
