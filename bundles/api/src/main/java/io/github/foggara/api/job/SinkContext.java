package io.github.foggara.api.job;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.function.RuntimeContext;
import org.osgi.annotation.versioning.ProviderType;

/** What a writer may know. */
@ProviderType
public interface SinkContext extends RuntimeContext {
    /** Unique per attempt: names its working files. */
    ExecutionAttemptId attemptId();
}
