/**
 * From files to records. {@link io.github.foggara.connector.file.input.FileSplitEnumerator} (coord thread) finds the
 * files and hands out byte ranges; {@link io.github.foggara.connector.file.input.FileSourceReader} (task thread) reads
 * them: a {@code SplitInput} gives bytes, a {@code LineSplitter} cuts them into lines, a
 * {@link io.github.foggara.connector.file.input.RecordFormat} makes records of those.
 */
package io.github.foggara.connector.file.input;
