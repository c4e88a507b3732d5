package io.github.foggara.kernel.program;

import io.github.foggara.api.job.JobDefinition;

/**
 * A program as published by a job bundle.
 *
 * @param loader the context class loader of its user code
 * @param code what was made of its graphs
 */
public record Program(ProgramId id, JobDefinition definition, ClassLoader loader, GraphCode code) {
    public Program(ProgramId id, JobDefinition definition, ClassLoader loader) {
        this(id, definition, loader, new GraphCode());
    }
}
