/**
 * JMH benchmarks of the inner parts, each of one thing that happens for every record. Start with
 * {@link io.github.foggara.benchmarks.micro.Baseline}, which runs them beside the committed record.
 */
package io.github.foggara.benchmarks.micro;
