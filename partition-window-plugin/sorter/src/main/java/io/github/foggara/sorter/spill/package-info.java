/**
 * Files for what does not fit into memory: written once as a row of checksummed blocks, read any number of times, deleted with their
 * task. Start reading at {@link io.github.foggara.sorter.spill.SpillSpace}; a container has one {@link
 * io.github.foggara.sorter.spill.SpillDirectories} that they come from. {@link io.github.foggara.sorter.spill.Spool} keeps records in the
 * order of their arrival, and is state.
 *
 * <p>Nothing here outlives its process: files are in a directory that is locked as long as the process lives, and whoever opens the same
 * place later removes what dead processes left. So nothing is ever forced to disk, and files of another attempt are never read.
 *
 * <pre>
 * ROOT/foggara-spill-RANDOM/.lock
 *                          /JOB-vVERTEX-sSUBTASK-aATTEMPT-PURPOSE-NUMBER[.PART]
 *
 * file    = header block* [footer], with zeros before a block of 32 KiB or more up to a multiple of 4096 bytes
 * header  = magic "FGSP" | version | length of the rest | job | vertex | subtask | attempt | purpose | number (8) | part | CRC32C
 * block   = number (8) | length | records | first prefix (8) | CRC32C | bytes
 * footer  = magic "FGSE" | blocks (8) | records (8) | CRC32C
 * </pre>
 *
 * Numbers are big-endian, of four bytes where nothing is said; texts are UTF-8 behind a length. A CRC is of all that stands before it,
 * from the beginning of its header, block or footer; that of a block also of the bytes behind it. A file goes on as another part in another directory
 * when its disk is full: blocks are counted through, and only the last part has a footer. What is read back is checked against what the
 * process knows of the file, and nothing that the file says of itself is used before.
 */
@Export
@Version("1.0.0")
package io.github.foggara.sorter.spill;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
