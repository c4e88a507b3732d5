package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.runtime.EngineRuntime;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * How one connection ends: the first reason counts, is told to the peer, and stays readable.
 *
 * <p>A socket that is closed with unread bytes in it resets the connection, and the peer may lose our last words. So after them this side
 * closes for writing only, drops what still comes, and closes for good when the peer does, or after a second.
 */
final class Ending {
    private static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Channel channel;
    private final FrameDecoder decoder;
    private final EngineRuntime runtime;
    private volatile String reason = "";

    Ending(Channel channel, FrameDecoder decoder, EngineRuntime runtime) {
        this.channel = channel;
        this.decoder = decoder;
        this.runtime = runtime;
    }

    /** Empty while there is none. Any thread. */
    String reason() {
        return reason;
    }

    /** The peer is told, as far as it listens. Any thread. */
    void goodbye(String why) {
        onNetThread(() -> {
            if (!begin(why)) {
                return;
            }
            byte kind = decoder.proved() ? Frames.GOODBYE : Frames.REFUSE;
            ByteBuf frame = Frames.control(channel.alloc(), kind, Words.encode(why));
            ChannelFuture written = channel.writeAndFlush(frame);
            if (!written.isDone()) {
                // The peer does not read, so it would not read these words either.
                channel.close();
                return;
            }
            written.addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
            linger();
        });
    }

    /** As {@link #goodbye}; who has not proved to be of the cluster is not told who stops here. Any thread. */
    void stop(String why) {
        onNetThread(() -> goodbye(decoder.proved() ? why : "this container is stopping"));
    }

    /** The peer is gone or silent, and hears nothing. Any thread. */
    void silently(String why) {
        onNetThread(() -> {
            begin(why);
            channel.close();
        });
    }

    /** Net thread. Keeps the first reason. */
    boolean begin(String why) {
        if (!reason.isEmpty()) {
            return false;
        }
        reason = Words.clean(why);
        decoder.discard();
        return true;
    }

    private void linger() {
        channel.config().setAutoRead(true);
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls != null) {
            tls.closeOutbound();
        } else if (channel instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
        }
        EngineRuntime.Cancellable timer = runtime.schedule(LINGER_NANOS, channel::close);
        channel.closeFuture().addListener(closed -> timer.cancel());
    }

    private void onNetThread(Runnable action) {
        if (channel.eventLoop().inEventLoop()) {
            action.run();
        } else if (!channel.eventLoop().isShutdown()) {
            try {
                channel.eventLoop().execute(action);
            } catch (RejectedExecutionException e) {
                // The transport has ended, and this connection with it.
                return;
            }
        }
    }
}
