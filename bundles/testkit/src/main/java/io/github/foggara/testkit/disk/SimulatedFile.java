package io.github.foggara.testkit.disk;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/** Bytes, of which the first so many are safe. Guarded by its disk. */
final class SimulatedFile {
    private static final int ZEROS_ONE_IN = 4;

    private byte[] data = new byte[0];
    private int size;
    private int safe;
    private boolean doubtful;
    boolean open;

    int size() {
        return size;
    }

    byte[] bytes() {
        return Arrays.copyOf(data, size);
    }

    /** Other content, all of it safe. */
    void replace(byte[] bytes) {
        data = bytes.clone();
        size = bytes.length;
        safe = size;
    }

    int read(long position, ByteBuffer into) {
        if (position >= size) {
            return -1;
        }
        int count = (int) Math.min(into.remaining(), size - position);
        into.put(data, (int) position, count);
        return count;
    }

    void append(ByteBuffer bytes, int count) {
        if (size + count > data.length) {
            data = Arrays.copyOf(data, Math.max(size + count, 2 * data.length));
        }
        bytes.get(data, size, count);
        size += count;
    }

    void force() {
        if (!doubtful) {
            safe = size;
        }
    }

    /** As systems do after an error: the bytes are no longer tried, and a later force says nothing of them. */
    void forceFailed() {
        doubtful = safe < size;
    }

    /** What is not safe is lost from some byte on; there may be zeros instead. */
    void crash(Random random) {
        int kept = safe + random.nextInt(size - safe + 1);
        int end = kept;
        if (random.nextInt(ZEROS_ONE_IN) == 0) {
            end = kept + random.nextInt(size - kept + 1);
            Arrays.fill(data, kept, end, (byte) 0);
        }
        size = end;
        safe = end;
        open = false;
        doubtful = false;
    }
}
