/**
 * The in-process exchange: records pass from task to task as objects, in batches, through one queue per channel.
 *
 * <p>Start with {@link io.github.foggara.shuffle.local.BatchQueue}: one producer, one reader at a time, one claim word that
 * makes replacing the reader exact. {@link io.github.foggara.shuffle.local.LocalResultPartition} is the producer's side,
 * {@link io.github.foggara.shuffle.local.LocalInputGate} the consumer's, and
 * {@link io.github.foggara.shuffle.local.RoomSignal} what a consumer may touch of a producer. Nothing here parks, makes a
 * thread or reads a clock; waiting is the tasks' own affair, by their wakers.
 *
 * <p>An exchange between processes builds on {@link io.github.foggara.shuffle.local.LocalShuffleEnvironment}: what it sends it reads by a
 * gate, and what it receives it appends to an {@link io.github.foggara.shuffle.local.Inlet}. Only that is exported.
 */
@Export
@Version("1.0.0")
package io.github.foggara.shuffle.local;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
