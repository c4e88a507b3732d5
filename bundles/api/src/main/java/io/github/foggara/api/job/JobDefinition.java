package io.github.foggara.api.job;

import io.github.foggara.api.graph.JobGraph;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Makes the topology of a job; published as an OSGi service with the property {@value #NAME_PROPERTY}.
 *
 * <p>Called twice at submission (two different results are refused) and once per task attempt, each time on the thread
 * that will use the result, under a time limit. It must not keep state, and must yield the same graph for the same
 * parameters.
 */
@ConsumerType
public interface JobDefinition {
    /** Service property with the name under which users run the program, e.g. {@code word-count}. */
    String NAME_PROPERTY = "foggara.job";

    /**
     * @throws JobDefinitionException for missing or bad arguments, in words for the user
     */
    JobGraph graph(JobParameters parameters);
}
