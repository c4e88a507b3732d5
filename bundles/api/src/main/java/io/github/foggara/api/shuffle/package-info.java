/**
 * The exchange of records between tasks, a plugin: {@link io.github.foggara.api.shuffle.ShuffleService} makes
 * {@link io.github.foggara.api.shuffle.ResultPartition}s for producers and {@link io.github.foggara.api.shuffle.InputGate}s for consumers.
 *
 * <p>Every subpartition counts records appended, every channel records taken; barriers, watermarks and ends travel in
 * line with the records. Bundles that implement this package import it as providers.
 */
@Export
@Version("1.0.0")
package io.github.foggara.api.shuffle;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
