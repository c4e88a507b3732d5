package io.github.foggara.kernel.coordination;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.job.Source;
import io.github.foggara.kernel.program.Program;
import java.time.Duration;

/** How a program becomes a graph. Runs user code and blocks: coord and task threads only. */
public interface Topologies {
    /**
     * Defines the graph twice, on a thread of its own, and compares.
     *
     * @return the fingerprint
     * @throws io.github.foggara.api.job.JobDefinitionException if it fails, takes too long, or the two differ
     */
    String check(Program program, JobParameters parameters, Duration limit);

    /** Defines the graph on the calling thread. */
    JobGraph define(Program program, JobParameters parameters);

    String fingerprint(JobGraph graph);

    /** The source that hands out the records a program gave. */
    Source<?, ?> collectionSource(JobGraph graph, CollectionSpec spec);
}
