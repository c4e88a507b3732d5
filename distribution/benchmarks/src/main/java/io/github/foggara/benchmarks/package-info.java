/**
 * Measures the engine as a whole, on ordinary jobs. Start with {@link io.github.foggara.benchmarks.Main}.
 */
package io.github.foggara.benchmarks;
