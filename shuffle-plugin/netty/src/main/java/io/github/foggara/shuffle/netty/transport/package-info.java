/**
 * What the exchange puts on the proved connections between containers: frames with a type, control frames before data, and one data frame of each
 * source in turn. Knows nothing of partitions; TLS, the handshake, limits and heartbeats are those of
 * {@link io.github.foggara.rpc.netty.transport.SecureTransport}.
 *
 * <p>Start with {@link io.github.foggara.shuffle.netty.transport.Link}, which is one connection; its net thread calls its listener and
 * its sources.
 */
package io.github.foggara.shuffle.netty.transport;
