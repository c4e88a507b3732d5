package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.runtime.EngineRuntime;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.FastThreadLocalThread;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The net threads of one transport and the kind of sockets that fit them: Linux's own where its bundles are installed, else Java's.
 */
record EventLoops(
        MultiThreadIoEventLoopGroup group,
        Class<? extends ServerSocketChannel> serverChannel,
        Class<? extends SocketChannel> clientChannel) {
    private static final Logger LOG = LoggerFactory.getLogger(EventLoops.class);
    private static final AtomicBoolean SAID = new AtomicBoolean();
    private static final long QUIET_SECONDS = 3;
    private static final long CLOSE_SECONDS = 4;

    static EventLoops open(EngineRuntime runtime, String name, int threads) {
        ThreadFactory factory = threads(runtime, name);
        String problem;
        try {
            problem = EpollSockets.problem();
            if (problem == null) {
                say("epoll");
                return EpollSockets.open(factory, threads);
            }
        } catch (LinkageError e) {
            // The optional bundles are not installed.
            problem = "its bundles are not installed";
        }
        say("Java NIO; epoll is not used: " + problem);
        IoHandlerFactory nio = NioIoHandler.newFactory();
        return new EventLoops(
                new MultiThreadIoEventLoopGroup(threads, factory, nio),
                NioServerSocketChannel.class,
                NioSocketChannel.class);
    }

    private static void say(String kind) {
        if (SAID.compareAndSet(false, true)) {
            LOG.info("Connections between containers use {}", kind);
        }
    }

    private static ThreadFactory threads(EngineRuntime runtime, String name) {
        AtomicInteger number = new AtomicInteger();
        return body -> runtime.newThread(
                "foggara-net-" + name + "-" + number.incrementAndGet(),
                null,
                () -> FastThreadLocalThread.runWithFastThreadLocal(body));
    }

    /** Ends the threads, once all that was given to them is done. Blocks, but no longer than {@value #CLOSE_SECONDS} s. */
    void close() {
        close(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
    }

    /** @return whether they have ended; a thread that is held up by a user is reported, and ends when it is let go */
    boolean close(long limitMillis) {
        group.shutdownGracefully(0, QUIET_SECONDS, TimeUnit.SECONDS);
        boolean ended = group.terminationFuture().awaitUninterruptibly(limitMillis, TimeUnit.MILLISECONDS);
        if (!ended) {
            LOG.error(
                    "A net thread does not end within {} ms: look at the stacks of the threads foggara-net-*",
                    limitMillis);
        }
        return ended;
    }

    /**
     * Waits until Netty's own thread, which tells that event loops have ended, has ended too: a second after its last work.
     */
    static void awaitQuiet() {
        try {
            GlobalEventExecutor.INSTANCE.awaitInactivity(QUIET_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IllegalStateException e) {
            // It has never begun.
            return;
        }
    }
}
