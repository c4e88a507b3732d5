/**
 * Contract tests of the checkpoint SPI, its in-memory reference, and a job's and a task's side of it that tests move by hand.
 *
 * <p>Start with {@link io.github.foggara.testkit.checkpoint.CheckpointCoordinatorContract}, {@link
 * io.github.foggara.testkit.checkpoint.BarrierHandlerContract} and {@link
 * io.github.foggara.testkit.checkpoint.CheckpointStorageContract}.
 */
@Export
@Version("1.0.0")
package io.github.foggara.testkit.checkpoint;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
