/**
 * Connections between processes: event loops, frames, the handshake, heartbeats. Knows nothing of partitions.
 *
 * <p>Start with {@link io.github.foggara.shuffle.netty.transport.Transport}, which binds and connects; a
 * {@link io.github.foggara.shuffle.netty.transport.Link} is one connection whose handshake has succeeded. A frame is a length of four
 * bytes and as many bytes, the first of which tells its type. Each link belongs to one event loop, whose thread calls its listener and
 * its sources.
 */
package io.github.foggara.shuffle.netty.transport;
