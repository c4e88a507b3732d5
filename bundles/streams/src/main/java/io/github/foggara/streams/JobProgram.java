package io.github.foggara.streams;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.api.job.JobParameters;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A job written with the DataStream API; published as an OSGi service with the property {@code foggara.job=NAME}.
 *
 * <p>One instance is shared by all threads and runs: keep no state in it, and let no function refer to it (a lambda that
 * uses a field or an instance method of the program does). Write functions as static methods, or as classes with a
 * constructor.
 */
@ConsumerType
public interface JobProgram extends JobDefinition {
    /**
     * Draws the topology. Called several times per run, on different threads; the same arguments must give the same
     * topology. Models and connections belong in the functions' {@code open}.
     *
     * @param env valid during this call, on this thread only
     * @throws io.github.foggara.api.job.JobDefinitionException for missing or bad arguments, in words for the user
     */
    void define(StreamEnvironment env, JobParameters parameters);

    @Override
    default JobGraph graph(JobParameters parameters) {
        StreamEnvironment env = new StreamEnvironment();
        define(env, parameters);
        return env.graph();
    }
}
