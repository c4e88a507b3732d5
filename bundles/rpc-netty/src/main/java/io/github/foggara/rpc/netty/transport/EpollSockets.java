package io.github.foggara.rpc.netty.transport;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.concurrent.ThreadFactory;

/** All that touches the optional bundles of epoll; loading it fails with a LinkageError where they are not installed. */
final class EpollSockets {
    private EpollSockets() {}

    /** Why it cannot be used here, or null. */
    static String problem() {
        return Epoll.isAvailable()
                ? null
                : String.valueOf(Epoll.unavailabilityCause().getMessage());
    }

    static EventLoops open(ThreadFactory factory, int threads) {
        return new EventLoops(
                new MultiThreadIoEventLoopGroup(threads, factory, EpollIoHandler.newFactory()),
                EpollServerSocketChannel.class,
                EpollSocketChannel.class);
    }
}
