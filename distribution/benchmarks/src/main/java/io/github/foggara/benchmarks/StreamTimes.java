package io.github.foggara.benchmarks;

import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.benchmarks.work.Meter;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.PrintStream;
import java.net.InetAddress;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** What the loopback address carries when Netty does nothing else: connections that are written as fast as they take it, and read and forgotten. */
final class StreamTimes {
    private static final int CHUNK = 64 * 1024;
    private static final double MEGA = 1e6;

    private final PrintStream out;
    private final LongAdder read = new LongAdder();

    StreamTimes(PrintStream out) {
        this.out = out;
    }

    void run(Arguments arguments) throws InterruptedException {
        boolean epoll = Epoll.isAvailable();
        EventLoopGroup group = new MultiThreadIoEventLoopGroup(
                (int) arguments.number("threads", 2), epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
        try {
            Channel server = new ServerBootstrap()
                    .group(group)
                    .channel(epoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class)
                    .childHandler(new Reader())
                    .bind(InetAddress.getLoopbackAddress(), 0)
                    .sync()
                    .channel();
            for (int i = 0; i < arguments.number("connections", 2); i++) {
                new Bootstrap()
                        .group(group)
                        .channel(epoll ? EpollSocketChannel.class : NioSocketChannel.class)
                        .handler(new Writer())
                        .connect(server.localAddress())
                        .sync();
            }
            Thread.sleep(TimeUnit.SECONDS.toMillis(arguments.number("warm", 5)));
            for (int i = 0; i < arguments.number("inner", 5); i++) {
                measure(arguments.number("seconds", 5), epoll ? "epoll" : "NIO");
            }
        } finally {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
        }
    }

    private void measure(long seconds, String kind) throws InterruptedException {
        Meter meter = new Meter();
        long begin = System.nanoTime();
        long before = read.sum();
        Thread.sleep(TimeUnit.SECONDS.toMillis(seconds));
        double taken = (System.nanoTime() - begin) / 1e9;
        out.printf(
                Locale.ROOT,
                "%.0f MB/s by %s (others %.2f)%n",
                (read.sum() - before) / MEGA / taken,
                kind,
                meter.read().othersCores());
    }

    private final class Reader extends ChannelInboundHandlerAdapter {
        @Override
        public boolean isSharable() {
            return true;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            read.add(bytes.readableBytes());
            bytes.release();
        }
    }

    private static final class Writer extends ChannelInboundHandlerAdapter {
        private final ByteBuf chunk =
                Unpooled.directBuffer(CHUNK).writeZero(CHUNK).asReadOnly();

        @Override
        public void channelActive(ChannelHandlerContext context) {
            write(context);
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            write(context);
        }

        private void write(ChannelHandlerContext context) {
            while (context.channel().isWritable()) {
                context.write(chunk.retainedDuplicate(), context.voidPromise());
            }
            context.flush();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            chunk.release();
        }

        /** What was still to be written when it was closed. */
        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
