/**
 * Messages between containers, over Netty.
 *
 * <p>Start with {@link io.github.foggara.rpc.netty.NettyRpcService}. A message leaves through
 * {@link io.github.foggara.rpc.netty.NettyRpcConnection} and its {@code SendQueue}, as bytes that {@code WireFormat} lays out, and arrives in
 * {@code RpcHandler}. Below is {@link io.github.foggara.rpc.netty.transport}.
 *
 * <p>Nothing that mentions Netty is loaded before a node is opened: a container that runs alone does not pay for it.
 */
package io.github.foggara.rpc.netty;
