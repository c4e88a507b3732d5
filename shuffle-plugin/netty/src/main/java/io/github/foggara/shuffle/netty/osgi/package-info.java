/** Publishes the exchange between processes as a service and reads its configuration; nothing else. */
package io.github.foggara.shuffle.netty.osgi;
