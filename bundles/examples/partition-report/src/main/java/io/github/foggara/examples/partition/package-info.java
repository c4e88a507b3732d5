/**
 * Jobs over whole partitions: {@code latency-report}, {@code sort-lines} and {@code sessions}. Start reading at {@link
 * io.github.foggara.examples.partition.SortLines}, the shortest; {@link io.github.foggara.examples.partition.LatencyReport} has two results per
 * key, {@link io.github.foggara.examples.partition.SessionReport} a function that sees the records of a key in order.
 */
package io.github.foggara.examples.partition;
