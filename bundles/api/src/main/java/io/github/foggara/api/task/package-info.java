/**
 * Operators made by plugins. The kernel drives them like its own: per record, on the task thread, inside a chain.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.task;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
