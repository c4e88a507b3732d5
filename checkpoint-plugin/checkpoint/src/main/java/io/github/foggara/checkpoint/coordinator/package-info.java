/**
 * Decides when a checkpoint begins, and completes it or gives it up. Main thread only, but for what is said to run on io.
 *
 * <p>Start with {@link io.github.foggara.checkpoint.coordinator.JobCheckpointCoordinator}, which drives {@link
 * io.github.foggara.checkpoint.coordinator.PendingCheckpoint} through its phases; {@link
 * io.github.foggara.checkpoint.coordinator.CheckpointPlan} says who takes part, {@link
 * io.github.foggara.checkpoint.coordinator.TriggerClock} when the next may begin, {@link
 * io.github.foggara.checkpoint.coordinator.CompletedCheckpoints} which stay, and {@link
 * io.github.foggara.checkpoint.coordinator.StorageWork} does what blocks.
 */
package io.github.foggara.checkpoint.coordinator;
