package io.github.foggara.api.shuffle;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import java.util.Objects;
import java.util.Optional;

/**
 * What a shuffle plugin gets from the kernel.
 *
 * @param cluster what an environment needs to exchange records with other containers; empty if all tasks of the job run in this one
 * @param tokens what a reader in another container must show
 */
public record ShuffleContext(
        Configuration configuration, EngineRuntime runtime, Optional<ClusterAccess> cluster, JobTokens tokens) {
    public ShuffleContext {
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(tokens, "tokens");
    }

    /** For jobs that have no secret but their id. */
    public ShuffleContext(Configuration configuration, EngineRuntime runtime, Optional<ClusterAccess> cluster) {
        this(configuration, runtime, cluster, JobTokens.IDS);
    }

    /** For a job that runs in one container. */
    public ShuffleContext(Configuration configuration, EngineRuntime runtime) {
        this(configuration, runtime, Optional.empty());
    }
}
