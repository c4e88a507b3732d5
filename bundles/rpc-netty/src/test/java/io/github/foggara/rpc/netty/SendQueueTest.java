package io.github.foggara.rpc.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RpcMessage;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What is encoded at once is what the channel takes. */
@ExtendWith(LeakCheck.class)
class SendQueueTest implements SendQueue.Owner {
    private static final int MESSAGES = 3_000;
    private static final int BYTES = 1_000;
    private static final int HIGH = 16 * 1024;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private boolean stuck = true;
    private int dropped;
    private int writable;

    private SendQueue queue() {
        channel.config().setWriteBufferWaterMark(new WriteBufferWaterMark(HIGH / 2, HIGH));
        PeerIdentity peer = new PeerIdentity(new ContainerId(1, 2), "peer", "1.0", 3, "c", Map.of());
        SendQueue queue = new SendQueue(channel, peer, NettyRpcOptions.of(Configuration.EMPTY), this);
        channel.pipeline().addLast(new ChannelOutboundHandlerAdapter() {
            @Override
            public void flush(ChannelHandlerContext ctx) {
                if (!stuck) {
                    ctx.flush();
                }
            }
        });
        channel.pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelWritabilityChanged(ChannelHandlerContext ctx) {
                if (channel.isWritable()) {
                    queue.channelWritable();
                }
            }
        });
        return queue;
    }

    private static Outgoing message(int number) {
        byte[] body = new byte[BYTES];
        body[0] = (byte) number;
        return new Outgoing(WireFormat.MESSAGE, 0, new RpcMessage(7, body), body, null);
    }

    @Test
    void whatTheSocketDoesNotTakeIsNotEncoded() {
        SendQueue queue = queue();
        for (int i = 0; i < MESSAGES; i++) {
            queue.add(message(i));
        }
        channel.runPendingTasks();
        long encoded = channel.unsafe().outboundBuffer().totalPendingWriteBytes();
        assertThat(encoded).isPositive().isLessThan(HIGH + 2 * BYTES);
        assertThat(queue.held()).isGreaterThanOrEqualTo(MESSAGES * BYTES);
        assertThat(queue.writable()).isFalse();

        stuck = false;
        channel.flush();
        channel.runPendingTasks();
        assertThat(queue.held()).isZero();
        assertThat(queue.writable()).isTrue();
        assertThat(writable).isPositive();
        for (int i = 0; i < MESSAGES; i++) {
            ByteBuf frame = channel.readOutbound();
            assertThat(frame.getByte(frame.writerIndex() - BYTES))
                    .as("message %d", i)
                    .isEqualTo((byte) i);
            frame.release();
        }
        assertThat(channel.outboundMessages()).isEmpty();
        channel.finishAndReleaseAll();
    }

    @Test
    void whatWaitsWhenTheConnectionEndsIsDropped() {
        SendQueue queue = queue();
        for (int i = 0; i < MESSAGES; i++) {
            queue.add(message(i));
        }
        channel.runPendingTasks();
        queue.close();
        assertThat(dropped).isGreaterThan(MESSAGES - 2 * HIGH / BYTES);
        channel.finishAndReleaseAll();
        assertThat(queue.held()).isZero();
    }

    @Override
    public void writing(Outgoing outgoing) {}

    @Override
    public void dropped(Outgoing outgoing) {
        dropped++;
    }

    @Override
    public void writableAgain() {
        writable++;
    }
}
