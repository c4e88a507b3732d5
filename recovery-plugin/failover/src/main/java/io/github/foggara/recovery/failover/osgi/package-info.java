/** Publishes each strategy as a service and reads the defaults of the container; nothing else. */
package io.github.foggara.recovery.failover.osgi;
