package io.github.foggara.rpc.netty;

import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.rpc.netty.transport.SecureTransport;
import io.github.foggara.rpc.netty.transport.TransportSettings;
import io.github.foggara.rpc.netty.transport.TransportUser;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A member of the cluster that proves itself and then sends whatever it likes. */
final class RawPeer implements TransportUser, AutoCloseable {
    private final SecureTransport transport;

    RawPeer(RpcSettings settings) throws IOException {
        TransportSettings raw = new TransportSettings(
                "raw",
                null,
                settings.identity(),
                settings.security(),
                settings.runtime(),
                1 << 20,
                1,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10));
        transport = SecureTransport.open(raw, this);
    }

    @Override
    public void established(SecureChannel channel) {
        CompletableFuture<String> end = new CompletableFuture<>();
        channel.attach(end);
        channel.channel().pipeline().addLast(new ChannelInboundHandlerAdapter() {
            @Override
            public void channelInactive(ChannelHandlerContext ctx) {
                end.complete(channel.closeReason());
            }
        });
    }

    SecureChannel connect(InetSocketAddress address) throws Exception {
        return transport.connect(address).toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    /** Sends these bytes as they are. */
    static void write(SecureChannel channel, byte[] bytes) {
        ByteBuf buffer = Unpooled.copiedBuffer(bytes);
        channel.channel().writeAndFlush(buffer);
    }

    /** Why the other side has ended the connection. */
    @SuppressWarnings("unchecked")
    static String end(SecureChannel channel) throws Exception {
        return ((CompletableFuture<String>) channel.attachment()).get(20, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        transport.close();
    }
}
