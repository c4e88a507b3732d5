/**
 * Turns the barriers of many channels into one moment to take a snapshot at. Task thread only.
 *
 * <p>Start with {@link io.github.foggara.checkpoint.barrier.AligningBarrierHandler}.
 */
package io.github.foggara.checkpoint.barrier;
