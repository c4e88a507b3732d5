/**
 * Gateways between processes. Calls become messages ({@link io.github.foggara.kernel.remote.message.ClusterMessages}) and calls again;
 * the real gateways are at both ends, and neither knows that there is a network between them.
 *
 * <p>Start with {@link io.github.foggara.kernel.remote.Session}: it makes what two containers say to each other one conversation, in
 * order and each message once, across connections that break and come back. A session that does not come back in time is over, and then all
 * of it is: the TaskManager is lost for the JobMaster, and ends what it ran.
 */
package io.github.foggara.kernel.remote;
