/**
 * Messages between containers, a plugin. Start with {@link io.github.foggara.api.rpc.RpcService}: it opens an
 * {@link io.github.foggara.api.rpc.RpcNode}, which accepts and makes {@link io.github.foggara.api.rpc.RpcConnection}s; what arrives comes to
 * an {@link io.github.foggara.api.rpc.RpcListener}.
 *
 * <p>A message is a number and bytes. What the bytes mean is said by {@link io.github.foggara.api.rpc.MessageCodec}s of whoever opens the
 * node, collected in {@link io.github.foggara.api.rpc.RpcMessages}; no class name ever travels. Whose messages count still, of several that
 * have led a job one after the other, is for whoever reads them to decide: only he knows what depends on each having come.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.rpc;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
