package io.github.foggara.rpc.netty.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Behind the handlers of a user: what they throw ends the connection. Net thread. */
final class LastHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(LastHandler.class);

    private final Ending ending;

    LastHandler(Ending ending) {
        this.ending = ending;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        LOG.error("An error ends the connection with {}", ctx.channel().remoteAddress(), cause);
        ending.goodbye("an error on the side of " + ctx.channel().localAddress() + ": "
                + cause.getClass().getName());
    }
}
