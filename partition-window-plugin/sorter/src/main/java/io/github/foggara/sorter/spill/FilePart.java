package io.github.foggara.sorter.spill;

import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * As much of a file as is in one directory. Immutable.
 *
 * @param firstBlock number of its first block, counted through all parts
 * @param header that it begins with
 */
record FilePart(SpillDirectory directory, Path path, long firstBlock, ByteBuffer header) {
    int headerLength() {
        return header.capacity();
    }
}
