package io.github.foggara.shuffle.netty.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.IdleState;
import io.netty.handler.timeout.IdleStateEvent;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One end of a connection: first its {@link Handshake}, then frames for the listener. Event loop. */
final class LinkHandler extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(LinkHandler.class);

    private final Handshake handshake;
    private final FrameDecoder decoder;
    private LinkListener listener;
    private Link link;
    private boolean refused;
    private Throwable cause;

    /**
     * @param listener of the side that connects; that of the other one comes from the handshake
     */
    LinkHandler(Handshake handshake, FrameDecoder decoder, LinkListener listener) {
        this.handshake = handshake;
        this.decoder = decoder;
        this.listener = listener;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        ByteBuf hello = handshake.hello(context.alloc());
        if (hello != null) {
            context.writeAndFlush(hello);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf frame = (ByteBuf) message;
        try {
            int type = frame.readUnsignedByte();
            if (link == null) {
                greet(context, type, frame);
            } else if (type == Frames.PING) {
                link.control(Frames.begin(context.alloc(), Frames.PONG, 0));
            } else if (type == Frames.PONG) {
                link.answered();
            } else if (type == Frames.BYE) {
                refused = true;
                exceptionCaught(context, new IOException("The process has ended"));
            } else if (type < Frames.FIRST_TYPE) {
                throw new IllegalArgumentException("No frame has the type " + type + " now");
            } else {
                listener.frame(link, type, frame);
            }
        } finally {
            frame.release();
        }
    }

    private void greet(ChannelHandlerContext context, int type, ByteBuf frame) {
        Handshake.Outcome outcome = handshake.read(type, frame, context.alloc());
        if (outcome.answer() != null) {
            context.writeAndFlush(outcome.answer());
        }
        if (outcome.peer() == null) {
            refused = true;
            throw new IllegalArgumentException(outcome.refusal());
        }
        decoder.trust();
        link = new Link(context.channel(), outcome.peer());
        if (outcome.listener() != null) {
            listener = outcome.listener();
        }
        listener.opened(link);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (link != null) {
            link.write();
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent idle) {
            if (idle.state() == IdleState.READER_IDLE) {
                exceptionCaught(context, new IOException("The other side has been silent for too long"));
            } else if (link != null) {
                link.ping(() -> {});
            }
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (link != null) {
            link.gone();
        }
        if (listener != null) {
            LinkListener last = listener;
            listener = null;
            last.closed(refused, cause == null ? new IOException("The connection was closed") : cause);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        LOG.debug("Connection {} is closed", context.channel(), thrown);
        if (cause == null) {
            cause = thrown;
        }
        context.close();
    }
}
