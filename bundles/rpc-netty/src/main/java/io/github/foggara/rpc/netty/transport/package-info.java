/**
 * Proved connections between containers, on which others put what they have to say: RPC here, and an exchange of records elsewhere.
 *
 * <p>Start with {@link io.github.foggara.rpc.netty.transport.SecureTransport}. A connection begins with TLS, if configured, and a handshake
 * ({@code ServerHandshake} and {@code ClientHandshake}, drawn in {@code HandshakeHandler}); only then is it handed to the
 * {@link io.github.foggara.rpc.netty.transport.TransportUser}, who adds handlers of its own to the pipeline. They get the payloads of
 * {@link io.github.foggara.rpc.netty.transport.Frames} and write whole frames.
 *
 * <p>Territory: each connection belongs to one net thread. {@code SecureTransport} and
 * {@link io.github.foggara.rpc.netty.transport.SecureChannel} may be called from any thread.
 */
@Export
@Version("1.0.0")
package io.github.foggara.rpc.netty.transport;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
