/**
 * What shells and other front ends use: {@link io.github.foggara.api.client.JobService} submits, lists and stops jobs,
 * {@link io.github.foggara.api.client.ClusterService} tells of the cluster. All of it may be called from any
 * thread; nothing here is called by the data plane.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.client;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
