/**
 * Messages between containers, over Netty.
 */
package io.github.foggara.rpc.netty;
