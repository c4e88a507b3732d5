package io.github.foggara.shuffle.netty.transport;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.timeout.IdleStateHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The event loops of one environment, what it listens on, and how it connects. Thread-safe. */
public final class Transport implements AutoCloseable {
    /**
     * What both sides of a connection must agree on.
     *
     * @param cluster processes of another one are refused
     * @param heartbeatMillis after so long without a frame one is sent; after three times as long the connection is given up
     */
    public record Settings(String cluster, int threads, long heartbeatMillis) {}

    private static final int CONNECT_MILLIS = 5_000;
    private static final int CLOSE_SECONDS = 5;
    private static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(64 * 1024, 160 * 1024);

    private final ProcessId self;
    private final Settings settings;
    private final MultiThreadIoEventLoopGroup loops;

    public Transport(ProcessId self, Settings settings, ThreadFactory threads) {
        this.self = self;
        this.settings = settings;
        this.loops = new MultiThreadIoEventLoopGroup(settings.threads(), threads, NioIoHandler.newFactory());
    }

    /**
     * Listens. Blocks for the moment that takes.
     *
     * @param acceptor called by an event loop for each process that has proved to belong here
     * @return where
     */
    public InetSocketAddress bind(InetAddress address, Function<ProcessId, LinkListener> acceptor) {
        if (!address.isLoopbackAddress()) {
            throw new IllegalArgumentException("Listening on " + address.getHostAddress()
                    + " is refused: without TLS only loopback addresses are allowed");
        }
        ServerBootstrap server = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childHandler(initializer(() -> new Handshake(self, settings.cluster(), acceptor), null));
        Channel bound =
                server.bind(new InetSocketAddress(address, 0)).syncUninterruptibly().channel();
        return (InetSocketAddress) bound.localAddress();
    }

    /** The loop of a peer's connections: one after another, and all that belongs to them. */
    public EventLoop loop() {
        return (EventLoop) loops.next();
    }

    /** Connects once; the listener hears of the end in any case. */
    public void connect(EventLoop loop, InetSocketAddress to, ProcessId expected, LinkListener listener) {
        ChannelFuture connected = new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .handler(initializer(() -> new Handshake(self, settings.cluster(), expected), listener))
                .connect(to);
        connected.addListener(done -> {
            if (!done.isSuccess()) {
                listener.closed(false, done.cause());
            }
        });
    }

    private ChannelInitializer<Channel> initializer(
            java.util.function.Supplier<Handshake> handshake, LinkListener listener) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                FrameDecoder decoder = new FrameDecoder();
                long beat = settings.heartbeatMillis();
                channel.pipeline()
                        .addLast(new IdleStateHandler(3 * beat, beat, 0, TimeUnit.MILLISECONDS))
                        .addLast(decoder)
                        .addLast(new LinkHandler(handshake.get(), decoder, listener));
            }
        };
    }

    /** Closes all connections and ends all threads; waits for that, bounded. */
    @Override
    public void close() {
        loops.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_SECONDS, TimeUnit.SECONDS);
    }
}
