package io.github.foggara.sorter;

import io.github.foggara.sorter.spill.BlockWriter;
import io.github.foggara.sorter.spill.SpillFile;
import java.io.IOException;

/**
 * Writes one run: records in order, packed into blocks. A record that fits into a block stands in one block; a larger one begins a block,
 * and goes on in the next ones. One thread; on any exception call {@link #abandon}.
 */
final class RunWriter {
    private final Lifetime lifetime;
    private final byte[] block;
    private final Run.CopyBlock copies;
    private final SpilledFiles files;
    private final SpillFile file;
    private final BlockWriter blocks;
    private int at;
    private int begun;
    private long firstPrefix;
    private long records;
    private long payload;
    private int shortestKey = Integer.MAX_VALUE;
    private int longestKey;

    /** @param block lent until the end */
    RunWriter(SpilledFiles files, String purpose, byte[] block, Run.CopyBlock copies, Lifetime lifetime)
            throws IOException {
        this.lifetime = lifetime;
        this.block = block;
        this.copies = copies;
        this.files = files;
        this.file = files.create(purpose);
        BlockWriter opened = null;
        try {
            opened = file.write();
        } finally {
            if (opened == null) {
                files.delete(file);
            }
        }
        this.blocks = opened;
    }

    /** Writes a record that stands in one piece somewhere, header and all. */
    void record(byte[] source, int offset, int total, int keyLength, long prefix) throws IOException {
        begin(keyLength, total, prefix);
        if (total > block.length - at) {
            append(source, offset, total);
        } else {
            System.arraycopy(source, offset, block, at, total);
            at += total;
        }
    }

    /** Begins a record that is written in pieces: exactly so many bytes have to follow by {@link #append}. */
    void pieces(int keyLength, int recordLength, long prefix) throws IOException {
        begin(keyLength, (long) RecordFormat.headerOf(keyLength, recordLength) + keyLength + recordLength, prefix);
        at = RecordFormat.putHeader(block, at, keyLength, recordLength);
    }

    private void begin(int keyLength, long total, long prefix) throws IOException {
        if (total > block.length - at && at > 0) {
            flush();
        }
        if (begun++ == 0) {
            firstPrefix = prefix;
        }
        records++;
        shortestKey = Math.min(shortestKey, keyLength);
        longestKey = Math.max(longestKey, keyLength);
        payload += total;
    }

    /** Bytes of the record begun last. */
    void append(byte[] source, int offset, int length) throws IOException {
        int from = offset;
        int left = length;
        while (left > block.length - at) {
            int piece = block.length - at;
            System.arraycopy(source, from, block, at, piece);
            at += piece;
            flush();
            from += piece;
            left -= piece;
        }
        System.arraycopy(source, from, block, at, left);
        at += left;
    }

    private void flush() throws IOException {
        lifetime.check();
        blocks.append(block, 0, at, begun, firstPrefix);
        at = 0;
        begun = 0;
        firstPrefix = 0;
    }

    Run finish() throws IOException {
        if (at > 0) {
            flush();
        }
        files.finished(blocks.finish());
        blocks.close();
        return new Run(files, file, records, payload, shortestKey, longestKey, copies);
    }

    /** Removes what was written. Never throws. */
    void abandon() {
        try {
            blocks.close();
        } finally {
            files.delete(file);
        }
    }
}
