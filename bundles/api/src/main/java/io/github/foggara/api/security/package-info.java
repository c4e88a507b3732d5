/**
 * How containers of one cluster know each other. Start with {@link io.github.foggara.api.security.ClusterSecurity}: the cluster's id, the
 * file of the secret that is proved on loopback, and the TLS files without which no other address is used.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.security;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
