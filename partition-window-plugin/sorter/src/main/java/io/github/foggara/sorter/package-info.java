/**
 * Sorts more records than fit into memory (FLIP-380): runs are sorted in memory, spilled, and merged while they are read. Records and keys
 * are bytes; keys are compared unsigned. Start reading at {@link io.github.foggara.sorter.ExternalSorter}; how a record stands in memory
 * and on disk says {@code RecordFormat}, how the memory is shared {@code Shares}.
 */
@Export
@Version("1.0.0")
package io.github.foggara.sorter;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
