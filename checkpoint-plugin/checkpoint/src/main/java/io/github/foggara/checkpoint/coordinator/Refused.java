package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointDecline;

/**
 * No checkpoint can be taken now.
 *
 * @param reason NOT_READY: later, if nothing ends; TASK_FINISHED: not again in this life
 */
record Refused(CheckpointDecline reason, String words) implements PlanOutcome {}
