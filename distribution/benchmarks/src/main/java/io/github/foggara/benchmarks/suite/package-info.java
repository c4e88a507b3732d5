/**
 * Runs the sides of a comparison in turn, each repetition in a process of its own, and writes down what came out. Start
 * with {@link io.github.foggara.benchmarks.suite.Suite}.
 */
package io.github.foggara.benchmarks.suite;
