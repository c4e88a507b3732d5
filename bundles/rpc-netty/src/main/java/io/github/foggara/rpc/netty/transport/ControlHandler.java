package io.github.foggara.rpc.netty.transport;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;

/** Stands where the handshake stood: takes what is not the user's, and says why a connection ends. Net thread. */
final class ControlHandler extends ChannelInboundHandlerAdapter {
    private final Ending ending;

    ControlHandler(Ending ending) {
        this.ending = ending;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (!ending.reason().isEmpty()) {
            ReferenceCountUtil.release(message);
        } else if (message instanceof Frames.Control frame) {
            control(ctx, frame);
        } else {
            ctx.fireChannelRead(message);
        }
    }

    private void control(ChannelHandlerContext ctx, Frames.Control frame) {
        // A client that does not take the server's proof refuses when the server has welcomed it.
        if (frame.kind() == Frames.GOODBYE || frame.kind() == Frames.REFUSE) {
            ending.silently("the peer at " + ctx.channel().remoteAddress() + " says: " + Words.decode(frame.payload()));
        } else {
            ending.goodbye("a frame of kind " + frame.kind() + " belongs to the handshake, which is complete");
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ending.begin("the peer at " + ctx.channel().remoteAddress() + " closed the connection without a word");
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof BadFrameException) {
            ending.goodbye(cause.getMessage());
        } else if (TlsFailures.isTls(cause)) {
            ending.silently(TlsFailures.words(cause));
        } else {
            ending.silently("the connection broke: " + cause.getMessage());
        }
    }
}
