/**
 * The log of a job's life, a plugin: {@link io.github.foggara.api.event.JobEventStore} opens one
 * {@link io.github.foggara.api.event.JobEventLog} per run and leader epoch (FLIP-383).
 *
 * <p>A store keeps {@link io.github.foggara.api.event.EventRecord}s and knows nothing of what they mean: the kernel encodes and decodes
 * them, so a store that replaces another one reads what that one wrote, and no class of a plugin stands in a log.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.event;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
