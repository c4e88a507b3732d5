package io.github.foggara.api.client;

import org.osgi.annotation.versioning.ProviderType;

/** The cluster as this container sees it. Any thread; never blocks. */
@ProviderType
public interface ClusterService {
    ClusterInfo cluster();
}
