/**
 * What a job does about a failure: two strategies that choose which tasks restart, four that choose when, or that it gives up.
 *
 * <p>Start with {@link io.github.foggara.recovery.failover.RegionFailoverStrategy} and
 * {@link io.github.foggara.recovery.failover.RestartClosure}, which has the rules; then
 * {@link io.github.foggara.recovery.failover.ExponentialDelayBackoffStrategy}. All are pure functions on the job's main thread:
 * no state, no clock, no randomness but the seed they are handed, so a strategy can be replaced between two failures, and a
 * JobMaster that was restarted decides from its log as the former one would have.
 */
package io.github.foggara.recovery.failover;
