/**
 * Certificates for tests: {@link io.github.foggara.testkit.security.TestCertificates}; who shows them, or none:
 * {@link io.github.foggara.testkit.security.TlsProbe}.
 */
@Export
@Version("1.0.0")
package io.github.foggara.testkit.security;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
