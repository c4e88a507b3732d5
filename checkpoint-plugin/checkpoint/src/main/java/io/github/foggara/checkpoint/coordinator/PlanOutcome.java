package io.github.foggara.checkpoint.coordinator;

/** A plan, or why there is none now. */
sealed interface PlanOutcome permits CheckpointPlan, Refused {}
