package io.github.foggara.kernel.program;

/**
 * A split of a collection: encoded records. The array is never changed.
 *
 * @param skip how many of its records have been read
 * @param count how many records it holds, read ones included
 */
record CollectionChunk(int skip, int count, byte[] records) {
    CollectionChunk {
        if (count < 0 || skip < 0 || skip > count || count > records.length) {
            throw new IllegalArgumentException("A chunk of " + records.length + " bytes cannot hold " + count
                    + " records of which " + skip + " are read");
        }
    }
}
