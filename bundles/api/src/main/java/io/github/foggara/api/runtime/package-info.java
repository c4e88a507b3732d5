/**
 * The one seam for threads, parking and time. Nothing in the engine or in a plugin makes a thread, parks or reads a clock
 * by another way, so that a simulation can run the whole engine on one seeded schedule and on virtual time.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.runtime;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
