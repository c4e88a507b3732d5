/** Who may act for the jobs of a cluster: {@link io.github.foggara.api.ha.LeaderElection} grants fencing epochs. */
@Export
@Version("1.0.0")
package io.github.foggara.api.ha;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
