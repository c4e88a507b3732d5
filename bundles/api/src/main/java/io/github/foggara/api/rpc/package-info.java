/**
 * Messages between containers, a plugin. Start with {@link io.github.foggara.api.rpc.RpcService}: it opens an
 * {@link io.github.foggara.api.rpc.RpcNode}, which accepts and makes {@link io.github.foggara.api.rpc.RpcConnection}s; what arrives comes to
 * an {@link io.github.foggara.api.rpc.RpcListener}.
 *
 * <p>A message is a number, a scope, an epoch and bytes. What the bytes mean is said by {@link io.github.foggara.api.rpc.MessageCodec}s of
 * whoever opens the node, collected in {@link io.github.foggara.api.rpc.RpcMessages}; no class name ever travels. A node drops what comes from
 * an epoch that is over ({@link io.github.foggara.api.rpc.RpcNode#fence}).
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.rpc;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
