/** Publishes the checkpoint service and reads its configuration; nothing else. */
package io.github.foggara.checkpoint.osgi;
