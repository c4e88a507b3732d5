package io.github.foggara.shuffle.netty;

import io.github.foggara.api.types.RecordOutput;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What all senders of an environment encode into, used again. Keeps at most {@link #MOST} of them, none larger than {@link #LARGEST}, so at most
 * 8 MiB lie idle. What is on its way takes at most twice the memory it is counted with: a batch that fills less than half of its buffer is copied
 * out of it. Thread-safe.
 */
final class EncodeBuffers {
    static final int MOST = 64;
    static final int LARGEST = 128 * 1024;
    private static final int INITIAL = 4 * 1024;

    private final Queue<RecordOutput> idle = new ConcurrentLinkedQueue<>();
    private final AtomicInteger count = new AtomicInteger();

    /** An empty one, for the caller alone. */
    RecordOutput take() {
        RecordOutput free = idle.poll();
        if (free == null) {
            return new RecordOutput(INITIAL);
        }
        count.decrementAndGet();
        free.reset();
        return free;
    }

    /** Those records as an element, which owns the buffer if it needs most of it. */
    Element element(RecordOutput encoded, int records, long firstSequence) {
        int length = encoded.length();
        if (2L * length >= encoded.array().length) {
            return new Element(null, encoded.array(), length, encoded, records, firstSequence);
        }
        byte[] copy = encoded.toByteArray();
        giveBack(encoded);
        return new Element(null, copy, length, null, records, firstSequence);
    }

    /**
     * @param used nobody looks at it any more; null for none
     */
    void giveBack(RecordOutput used) {
        if (used == null || used.array().length > LARGEST) {
            return;
        }
        if (count.incrementAndGet() <= MOST) {
            idle.add(used);
        } else {
            count.decrementAndGet();
        }
    }

    /** For tests. */
    int idle() {
        return idle.size();
    }
}
