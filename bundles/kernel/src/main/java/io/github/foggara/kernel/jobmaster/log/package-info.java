/**
 * How what is decided becomes durable before it has an effect: {@link io.github.foggara.kernel.jobmaster.log.Journal} applies an event and
 * appends it, {@link io.github.foggara.kernel.jobmaster.log.Outbox} holds effects back until the log has caught up, and {@link
 * io.github.foggara.kernel.jobmaster.log.EventLogs} opens and closes logs beside the main thread.
 */
package io.github.foggara.kernel.jobmaster.log;
