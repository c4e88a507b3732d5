/** Publishes messages over Netty as a service and reads its configuration; nothing else. */
package io.github.foggara.rpc.netty.osgi;
