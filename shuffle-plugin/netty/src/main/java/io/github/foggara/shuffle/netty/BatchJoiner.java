package io.github.foggara.shuffle.netty;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Joins the frames of one batch. Believes no announced size: what it holds grows with what came, to at most twice as much. Owned by the
 * receiver.
 */
final class BatchJoiner {
    private static final int AT_ONCE = 64 * 1024;

    private final long limit;
    private final AtomicLong held;
    private byte[] bytes;
    private int count;
    private int total;
    private int length;

    /**
     * @param limit largest batch in bytes
     * @param held grows by what is taken, not by what is allocated
     */
    BatchJoiner(long limit, AtomicLong held) {
        this.limit = limit;
        this.held = held;
    }

    /** Whether a batch is incomplete. */
    boolean begun() {
        return bytes != null;
    }

    /** @return the batch if that was all of it, else null */
    EncodedBatch first(int records, int announced, ByteBuf in) {
        // A record has a byte or more.
        if (records < 1 || records > announced) {
            throw new ProtocolException("there is no batch of " + records + " records in " + announced + " bytes");
        }
        if (announced > limit) {
            throw new IllegalArgumentException("A batch of " + announced + " bytes is larger than "
                    + NettyShuffleOptions.RECORD_LIMIT.key() + " here (" + limit + " bytes)");
        }
        count = records;
        total = announced;
        length = 0;
        bytes = new byte[Math.min(total, AT_ONCE)];
        return add(in);
    }

    /** @return the batch if it is complete now, else null */
    EncodedBatch more(ByteBuf in) {
        if (bytes == null || !in.isReadable()) {
            throw new ProtocolException("there is no batch that goes on");
        }
        return add(in);
    }

    private EncodedBatch add(ByteBuf in) {
        int more = in.readableBytes();
        if (more > total - length) {
            throw new ProtocolException("a batch has more bytes than it announced");
        }
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(total, Math.max(2L * bytes.length, (long) length + more)));
        }
        in.readBytes(bytes, length, more);
        length += more;
        held.addAndGet(more);
        if (length < total) {
            return null;
        }
        EncodedBatch batch = new EncodedBatch(count, bytes);
        bytes = null;
        length = 0;
        return batch;
    }

    /** For tests. */
    int allocated() {
        return bytes == null ? 0 : bytes.length;
    }

    /** What came of an incomplete batch is forgotten: it comes again, or never. */
    void drop() {
        held.addAndGet(-length);
        length = 0;
        bytes = null;
    }
}
