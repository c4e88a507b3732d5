package io.github.foggara.shuffle.netty.transport;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.rpc.netty.transport.Frames;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.util.concurrent.EventExecutor;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One connection, shared by all channels between two processes. Control frames go first, in their order; data frames follow, one of
 * each source in turn, as long as the socket takes them: what waits beyond that waits in its source. {@link #control}, {@link #ready},
 * {@link #ping} and {@link #close} from any thread; the rest belongs to the net thread.
 */
public final class Link {
    /** Taken for data: so many bytes are put together, and the last frame may be as large again. */
    private static final int DATA_TOGETHER = TypedFrames.TOGETHER + TypedFrames.LARGEST + Frames.HEADER_BYTES;
    /** Taken while only control frames wait; it grows if there are many. */
    private static final int CONTROL_TOGETHER = 512;

    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(64 * 1024, 160 * 1024);

    private final SecureChannel secured;
    private final Channel channel;
    private final Queue<ByteBuf> control = new ConcurrentLinkedQueue<>();
    private final Queue<FrameSource> ready = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean scheduled = new AtomicBoolean();
    private final Queue<Runnable> pings = new ArrayDeque<>();
    private volatile boolean closed;

    private Link(SecureChannel secured) {
        this.secured = secured;
        this.channel = secured.channel();
    }

    /** Puts a link on a connection that has just proved itself, on its net thread. */
    public static Link open(SecureChannel secured, LinkListener listener) {
        Link link = new Link(secured);
        link.channel.config().setWriteBufferWaterMark(WATER_MARK);
        link.channel.pipeline().addLast("link", new LinkHandler(link, listener));
        return link;
    }

    /** Who is at the other end. */
    public ContainerId peer() {
        return secured.peer().container();
    }

    /** Whether it may still carry what it is given; once false, so for ever. */
    public boolean isOpen() {
        return !closed;
    }

    /** Who reads and writes it. */
    public EventExecutor netThread() {
        return channel.eventLoop();
    }

    public ByteBufAllocator allocator() {
        return channel.alloc();
    }

    /** Sends a frame before all data that has not left yet. It is released if the link is gone. */
    public void control(ByteBuf frame) {
        control.add(frame);
        if (closed) {
            releaseControl();
        }
        schedule();
    }

    /** That source has frames. */
    public void ready(FrameSource source) {
        if (source.listed.compareAndSet(false, true)) {
            ready.add(source);
            schedule();
        }
    }

    /** Runs it on the net thread when the other side has answered, or when the link is gone. */
    public void ping(Runnable answered) {
        execute(() -> {
            if (closed) {
                answered.run();
            } else {
                pings.add(answered);
                control(TypedFrames.begin(allocator(), TypedFrames.PING, 0));
            }
        });
    }

    /**
     * Says that this process will not be back, after the control frames that wait, and closes the connection.
     *
     * @param done run, by the net thread, when it is closed
     */
    public void close(Runnable done) {
        channel.closeFuture().addListener(end -> done.run());
        execute(() -> {
            if (closed) {
                return;
            }
            ByteBuf frame;
            while ((frame = control.poll()) != null) {
                channel.write(frame, channel.voidPromise());
            }
            channel.writeAndFlush(TypedFrames.begin(channel.alloc(), TypedFrames.BYE, 0), channel.voidPromise());
            secured.close("its process ends");
        });
    }

    /** Closes the connection; the other side may try again. */
    public void abort(String why) {
        secured.close(why);
    }

    /** For tests: breaks the connection as a cable does; what is on its way is lost. */
    public void reset() {
        if (channel.isOpen()) {
            channel.config().setOption(ChannelOption.SO_LINGER, 0);
            channel.close();
        }
    }

    String reason() {
        return secured.closeReason();
    }

    private void execute(Runnable action) {
        if (channel.eventLoop().inEventLoop()) {
            action.run();
        } else if (!channel.eventLoop().isShuttingDown()) {
            channel.eventLoop().execute(action);
        }
    }

    private void schedule() {
        if (!scheduled.get()
                && scheduled.compareAndSet(false, true)
                && !channel.eventLoop().isShuttingDown()) {
            channel.eventLoop().execute(this::write);
        }
    }

    /** Writes what the socket takes; small frames together. Net thread. */
    void write() {
        scheduled.set(false);
        boolean wrote = false;
        while (!closed && channel.isWritable()) {
            ByteBuf out = channel.alloc().ioBuffer(ready.isEmpty() ? CONTROL_TOGETHER : DATA_TOGETHER);
            while (out.readableBytes() < TypedFrames.TOGETHER && next(out)) {
                continue;
            }
            if (!out.isReadable()) {
                out.release();
                break;
            }
            channel.write(out, channel.voidPromise());
            wrote = true;
        }
        if (wrote) {
            channel.flush();
        }
    }

    private boolean next(ByteBuf out) {
        ByteBuf frame = control.poll();
        if (frame != null) {
            out.writeBytes(frame);
            frame.release();
            return true;
        }
        FrameSource source;
        while ((source = ready.poll()) != null) {
            if (source.next(out)) {
                ready.add(source);
                return true;
            }
            source.listed.set(false);
            if (!source.empty()) {
                ready(source);
            }
        }
        return false;
    }

    void answered() {
        Runnable ping = pings.poll();
        if (ping != null) {
            ping.run();
        }
    }

    /** Event loop. */
    void gone() {
        closed = true;
        releaseControl();
        ready.clear();
        while (!pings.isEmpty()) {
            answered();
        }
    }

    private void releaseControl() {
        ByteBuf frame;
        while ((frame = control.poll()) != null) {
            frame.release();
        }
    }

    @Override
    public String toString() {
        return secured.toString();
    }
}
