/**
 * Files for what does not fit into memory: written once as a row of checksummed blocks, read any number of times, deleted with their
 * task. Start reading at {@link io.github.foggara.sorter.spill.SpillSpace}.
 */
@Export
@Version("1.0.0")
package io.github.foggara.sorter.spill;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
