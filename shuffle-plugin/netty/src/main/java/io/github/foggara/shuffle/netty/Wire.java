package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.JobTokens;
import io.github.foggara.shuffle.netty.transport.Link;
import io.github.foggara.shuffle.netty.transport.TypedFrames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;

/**
 * The control frames of the exchange. A view is one consumer attempt's reading of one subpartition; its number is the consumer's and
 * never used again. Positions are bytes since the view began, as {@link io.github.foggara.shuffle.local.Inlet} counts them.
 *
 * <p>A frame that is too short makes the buffer throw; the link is closed then.
 */
final class Wire {
    /** Consumer: begins a view; answered as soon as the job is known. */
    static final int ATTACH = TypedFrames.FIRST_TYPE;
    /** Consumer: goes on with a view on a new connection. */
    static final int RESUME = ATTACH + 1;
    /** Consumer: has claimed so much, and takes so much. */
    static final int CREDIT = ATTACH + 2;
    /** Consumer: has processed the end of data. */
    static final int DATA_PROCESSED = ATTACH + 3;
    /** Consumer: has claimed so much, and will claim nothing more. */
    static final int DETACH = ATTACH + 4;
    /** Consumer: which session a connection goes on with; nothing else is taken before. */
    static final int SESSION = ATTACH + 5;

    /** Producer: the view exists, and its first record will have that number. */
    static final int ATTACHED = ATTACH + 16;
    /** Producer: a newer attempt reads instead. */
    static final int STALE = ATTACH + 17;
    /** Producer: there is nothing to read any more. */
    static final int FAILED = ATTACH + 18;
    /** Producer: claim nothing more, and say what was claimed. */
    static final int FENCE = ATTACH + 19;
    /** Producer: knows that the view is over. */
    static final int DETACHED = ATTACH + 23;
    /** Producer: has sent all there is credit for, and has more. */
    static final int BLOCKED = ATTACH + 24;
    /** The largest type. */
    static final int LAST = BLOCKED;
    /** Producer: records, or the first bytes of them. */
    static final int BATCH = ATTACH + 20;
    /** Producer: more bytes of the same records. */
    static final int MORE = ATTACH + 21;
    /** Producer: an event. */
    static final int EVENT = ATTACH + 22;

    private static final int LONGEST_TEXT = 800;
    /** As the option says. */
    private static final long LARGEST_CREDIT = 64L * 1024 * 1024;

    private Wire() {}

    /** What ATTACH says. */
    record Attach(int view, ResultPartitionId partition, int subpartition, ExecutionAttemptId consumer, long credit) {
        private static final int ATTEMPT_BYTES = 16 + 3 * 4;
        private static final int BYTES = 4 + 2 * ATTEMPT_BYTES + 4 + 4 + 8;

        /**
         * @param token of the job, at most {@link JobTokens#LONGEST} bytes
         */
        void send(Link link, byte[] token) {
            ByteBuf frame = TypedFrames.begin(link.allocator(), ATTACH, BYTES + token.length)
                    .writeInt(view);
            write(partition.producer(), frame);
            frame.writeInt(partition.output()).writeInt(subpartition);
            write(consumer, frame);
            link.control(frame.writeLong(credit).writeBytes(token));
        }

        /** All but the token, which is the rest: {@link Wire#token}. */
        static Attach read(ByteBuf in) {
            int view = in.readInt();
            ResultPartitionId partition = new ResultPartitionId(attempt(in), in.readInt());
            Attach request = new Attach(view, partition, in.readInt(), attempt(in), in.readLong());
            if (request.credit < 1 || request.credit > LARGEST_CREDIT) {
                throw new ProtocolException("nobody takes " + request.credit + " bytes");
            }
            if (!request.job().equals(request.consumer.job())) {
                throw new ProtocolException("a job reads another one");
            }
            return request;
        }

        JobId job() {
            return partition.producer().job();
        }

        private static void write(ExecutionAttemptId attempt, ByteBuf out) {
            out.writeLong(attempt.job().high()).writeLong(attempt.job().low());
            out.writeInt(attempt.vertex()).writeInt(attempt.subtask()).writeInt(attempt.attempt());
        }

        private static ExecutionAttemptId attempt(ByteBuf in) {
            JobId job = new JobId(in.readLong(), in.readLong());
            return new ExecutionAttemptId(job, in.readInt(), in.readInt(), in.readInt());
        }
    }

    /** What follows an {@link Attach}. */
    static byte[] token(ByteBuf in) {
        if (in.readableBytes() > JobTokens.LONGEST) {
            throw new ProtocolException("a token has " + in.readableBytes() + " bytes");
        }
        byte[] token = new byte[in.readableBytes()];
        in.readBytes(token);
        return token;
    }

    /**
     * @param proof of a {@link SessionKey}
     */
    static void session(Link link, byte[] proof) {
        link.control(TypedFrames.begin(link.allocator(), SESSION, proof.length).writeBytes(proof));
    }

    /** What SESSION says. */
    static byte[] proof(ByteBuf in) {
        byte[] proof = new byte[SessionKey.BYTES];
        in.readBytes(proof);
        return proof;
    }

    static void resume(Link link, int view, long received, long consumed, long granted) {
        link.control(TypedFrames.begin(link.allocator(), RESUME, 28)
                .writeInt(view)
                .writeLong(received)
                .writeLong(consumed)
                .writeLong(granted));
    }

    static void credit(Link link, int view, long consumed, long granted) {
        link.control(TypedFrames.begin(link.allocator(), CREDIT, 20)
                .writeInt(view)
                .writeLong(consumed)
                .writeLong(granted));
    }

    static void detach(Link link, int view, long consumed) {
        link.control(
                TypedFrames.begin(link.allocator(), DETACH, 12).writeInt(view).writeLong(consumed));
    }

    static void attached(Link link, int view, long firstSequence) {
        link.control(
                TypedFrames.begin(link.allocator(), ATTACHED, 12).writeInt(view).writeLong(firstSequence));
    }

    /** DATA_PROCESSED, FENCE, DETACHED, BLOCKED or STALE. */
    static void plain(Link link, int type, int view) {
        link.control(TypedFrames.begin(link.allocator(), type, 4).writeInt(view));
    }

    static void failed(Link link, int view, RemoteFailure failure) {
        byte[] name = cut(failure.type());
        byte[] text = cut(String.valueOf(failure.getMessage()));
        link.control(TypedFrames.begin(link.allocator(), FAILED, 4 + 2 + name.length + text.length)
                .writeInt(view)
                .writeShort(name.length)
                .writeBytes(name)
                .writeBytes(text));
    }

    static RemoteFailure failure(ByteBuf in) {
        String name = text(in, in.readUnsignedShort());
        return new RemoteFailure(name, text(in, in.readableBytes()));
    }

    private static byte[] cut(String text) {
        return text.substring(0, Math.min(text.length(), LONGEST_TEXT / 3)).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ByteBuf in, int length) {
        String text = new String(ByteBufUtil.getBytes(in, in.readerIndex(), length), StandardCharsets.UTF_8);
        in.skipBytes(length);
        return text;
    }
}
