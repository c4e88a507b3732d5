/**
 * Files as sources and sinks. Start reading at {@link io.github.foggara.connector.file.FileSource} and
 * {@link io.github.foggara.connector.file.FileSink}.
 *
 * <p>A source names its files by a pattern: a file, a directory (its regular files that are not hidden, not those of
 * its subdirectories) or a glob ({@code logs/*.csv}, {@code logs/**} for a whole tree). Large files are cut into byte
 * ranges, and a line belongs to the range in which it begins; gzip files are read whole by one subtask.
 *
 * <p>A sink writes one part per subtask into a hidden directory beside its target and renames that directory to the
 * target when the whole job has finished; until then nothing is visible, and nothing stays if the job fails. With checkpoints each one
 * publishes its parts, and a source can follow files that grow and directories that get new ones ({@code monitorContinuously}).
 */
@Export
@Version("1.0.0")
package io.github.foggara.connector.file;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
