/**
 * The options of a job: those of the kernel in {@link io.github.foggara.kernel.config.JobOptions}, and the union with those of
 * all plugins in {@link io.github.foggara.kernel.config.OptionRegistry}, against which every job is validated. {@link
 * io.github.foggara.kernel.config.JobProperties} cuts the properties of a configuration into program, options and arguments.
 * Immutable values and plain functions; any thread.
 */
package io.github.foggara.kernel.config;
