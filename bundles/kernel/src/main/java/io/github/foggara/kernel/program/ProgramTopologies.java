package io.github.foggara.kernel.program;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.coordination.Topologies;
import io.github.foggara.kernel.serialization.TypeTable;
import java.time.Duration;

/** How the coordinators of a job reach its program. Stateless; any thread that may block. */
public final class ProgramTopologies implements Topologies {
    private final EngineRuntime runtime;

    public ProgramTopologies(EngineRuntime runtime) {
        this.runtime = runtime;
    }

    @Override
    public String check(Program program, JobParameters parameters, Duration limit) {
        return new ProgramGraphs(runtime, limit)
                .submitAndWait(program, parameters)
                .fingerprint()
                .hash();
    }

    @Override
    public JobGraph define(Program program, JobParameters parameters) {
        return ProgramGraphs.build(program, parameters).graph();
    }

    @Override
    public String fingerprint(JobGraph graph) {
        return Fingerprint.of(graph, TypeTable.of(graph)).hash();
    }

    @Override
    public Source<?, ?> collectionSource(JobGraph graph, CollectionSpec spec) {
        return new CollectionSource(spec.records(), TypeTable.of(graph));
    }
}
