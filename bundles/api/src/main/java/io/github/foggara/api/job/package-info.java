/**
 * Jobs and what they read and write: {@link io.github.foggara.api.job.JobDefinition} makes the graph,
 * {@link io.github.foggara.api.job.Source} and {@link io.github.foggara.api.job.Sink} connect it to the outside.
 *
 * <p>Users of the DataStream API implement {@code JobProgram} of the bundle {@code io.github.foggara.streams}, which is a
 * {@code JobDefinition}.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.job;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
