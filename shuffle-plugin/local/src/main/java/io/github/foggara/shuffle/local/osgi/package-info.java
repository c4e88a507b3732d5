/** Publishes the local exchange as a service and reads its configuration; nothing else. */
package io.github.foggara.shuffle.local.osgi;
