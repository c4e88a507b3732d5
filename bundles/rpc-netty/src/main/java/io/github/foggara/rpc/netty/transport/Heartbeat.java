package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.runtime.EngineRuntime;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Shows life when nothing else was written, and ends a connection whose peer shows none. Sees all bytes after TLS. Net thread.
 *
 * <p>Silence is counted in beats that this side has really had, not in time: after a pause of this process the beats that were missed are
 * one, and what the peer sent meanwhile is read before the next.
 */
final class Heartbeat extends ChannelDuplexHandler {
    private final EngineRuntime runtime;
    private final Duration interval;
    private final Duration timeout;
    private final Ending ending;
    private final AtomicBoolean beatWaits = new AtomicBoolean();
    private volatile EngineRuntime.Cancellable timer;
    private volatile boolean ended;
    private long silentBeats;
    private boolean read;
    private boolean wrote;

    Heartbeat(TransportSettings settings, Ending ending) {
        this.runtime = settings.runtime();
        this.interval = settings.heartbeatInterval();
        this.timeout = settings.heartbeatTimeout();
        this.ending = ending;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        ctx.channel().closeFuture().addListener(closed -> stop());
        schedule(ctx);
    }

    private void stop() {
        ended = true;
        EngineRuntime.Cancellable last = timer;
        if (last != null) {
            last.cancel();
        }
    }

    private void schedule(ChannelHandlerContext ctx) {
        timer = runtime.schedule(interval.toNanos(), () -> due(ctx));
        if (ended) {
            stop();
        }
    }

    /** On a thread of the runtime. */
    private void due(ChannelHandlerContext ctx) {
        if (ended) {
            return;
        }
        if (beatWaits.compareAndSet(false, true)) {
            try {
                ctx.executor().execute(() -> beat(ctx));
            } catch (RejectedExecutionException e) {
                // The transport has ended.
                return;
            }
        }
        schedule(ctx);
    }

    private void beat(ChannelHandlerContext ctx) {
        beatWaits.set(false);
        Channel channel = ctx.channel();
        if (!channel.isActive() || !ending.reason().isEmpty()) {
            return;
        }
        // Whoever does not read hears nothing, and cannot blame the peer.
        silentBeats = read || !channel.config().isAutoRead() ? 0 : silentBeats + 1;
        read = false;
        if (interval.multipliedBy(silentBeats).compareTo(timeout) >= 0) {
            ending.silently("no sign of life from " + channel.remoteAddress() + " for " + timeout.toMillis() + " ms");
            return;
        }
        if (!wrote && nothingWaits(channel)) {
            ctx.writeAndFlush(Frames.control(ctx.alloc(), Frames.HEARTBEAT, new byte[0]));
        }
        wrote = false;
    }

    private static boolean nothingWaits(Channel channel) {
        ChannelOutboundBuffer waiting = channel.unsafe().outboundBuffer();
        return waiting != null && waiting.totalPendingWriteBytes() == 0;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        read = true;
        ctx.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
        wrote = true;
        ctx.write(message, promise);
    }
}
