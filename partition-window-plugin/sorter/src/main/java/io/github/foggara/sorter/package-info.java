/** Sorts more records than fit into memory (FLIP-380): runs are sorted in memory, spilled, and merged while they are read. */
@Export
@Version("1.0.0")
package io.github.foggara.sorter;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
