/**
 * From records to published files. {@link io.github.foggara.connector.file.output.FileSinkWriter} (task thread) writes
 * a part into the working directory, {@link io.github.foggara.connector.file.output.FileSinkCommitter} (coord thread)
 * publishes exactly the parts of the attempts that finished, or takes everything away.
 */
package io.github.foggara.connector.file.output;
