package io.github.foggara.shuffle.netty.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;

/** The receiving half of a link. What the listener throws ends the connection. Net thread. */
final class LinkHandler extends SimpleChannelInboundHandler<ByteBuf> {
    private final Link link;
    private final LinkListener listener;
    private boolean forGood;

    LinkHandler(Link link, LinkListener listener) {
        this.link = link;
        this.listener = listener;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) {
        try {
            int type = frame.readUnsignedByte();
            if (type >= TypedFrames.FIRST_TYPE) {
                listener.frame(link, type, frame);
            } else {
                own(context, type);
            }
        } catch (Throwable e) {
            link.abort("a frame could not be read: " + e.getMessage());
        }
    }

    private void own(ChannelHandlerContext context, int type) {
        switch (type) {
            case TypedFrames.PING -> link.control(TypedFrames.begin(context.alloc(), TypedFrames.PONG, 0));
            case TypedFrames.PONG -> link.answered();
            case TypedFrames.BYE -> forGood = true;
            default -> throw new IllegalArgumentException("there is no type " + type);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        link.write();
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        link.gone();
        listener.closed(link, forGood, link.reason());
        context.fireChannelInactive();
    }
}
