/** Publishes the event store on files as a service and reads its configuration; nothing else. */
package io.github.foggara.recovery.eventstore.osgi;
