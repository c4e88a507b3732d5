/**
 * Checkpoints: a consistent cut through a running job, and where it is kept. Start with
 * {@link io.github.foggara.api.checkpoint.CheckpointService}, the root of a plugin; {@link
 * io.github.foggara.api.checkpoint.CheckpointMetadata} says what a checkpoint consists of.
 *
 * <p>The way of one: the coordinator (main thread) asks for the state of enumerators, has a barrier injected into the sources; tasks align
 * and take snapshots; these are written (io) and acknowledged; the metadata is stored, its completion recorded in the event log; then
 * tasks and committers are told (FLIP-147, SPEC of aligned barriers after Chandy and Lamport 1985).
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.checkpoint;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
