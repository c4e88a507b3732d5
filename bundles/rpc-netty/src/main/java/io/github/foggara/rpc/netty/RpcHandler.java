package io.github.foggara.rpc.netty;

import io.github.foggara.api.rpc.RemoteFailureException;
import io.github.foggara.api.rpc.RpcMessage;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The receiving half of a connection. Net thread. */
final class RpcHandler extends SimpleChannelInboundHandler<ByteBuf> {
    private static final Logger LOG = LoggerFactory.getLogger(RpcHandler.class);

    private final NettyRpcNode node;
    private final NettyRpcConnection connection;

    RpcHandler(NettyRpcNode node, NettyRpcConnection connection) {
        this.node = node;
        this.connection = connection;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext ctx, ByteBuf in) {
        try {
            read(in);
        } catch (DecoderException | IllegalArgumentException e) {
            connection.close(String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            LOG.error("A message from {} could not be handled; the connection ends", connection.peer(), e);
            connection.close("a message could not be handled: " + e.getMessage());
        }
    }

    private void read(ByteBuf in) {
        byte op = WireFormat.readOp(in);
        switch (op) {
            case WireFormat.MESSAGE -> message(in);
            case WireFormat.REQUEST -> request(WireFormat.readLong(in), in);
            case WireFormat.REPLY, WireFormat.FAILURE -> answer(op, WireFormat.readLong(in), in);
            default -> throw new DecoderException("there is no kind of message " + op);
        }
    }

    private void message(ByteBuf in) {
        RpcMessage message = checked(in);
        node.received.increment();
        node.listener.message(connection, message);
    }

    private void request(long id, ByteBuf in) {
        RpcMessage message = checked(in);
        node.received.increment();
        node.listener.request(connection, message, new NettyRpcReply(node, connection, id));
    }

    private RpcMessage checked(ByteBuf in) {
        RpcMessage message = WireFormat.readMessage(in);
        node.settings.messages().check(message.type(), message.body().length);
        return message;
    }

    /** Read before the request is taken from those that wait: if it cannot be read, the end of the connection answers it. */
    private void answer(byte op, long id, ByteBuf in) {
        if (op == WireFormat.REPLY) {
            byte[] body = WireFormat.rest(in);
            answered(id, request -> request.complete(body));
        } else {
            String words = WireFormat.readWords(in);
            answered(id, request -> request.fail(new RemoteFailureException(words)));
        }
    }

    private void answered(long id, Consumer<PendingRequest> answer) {
        PendingRequest request = connection.answered(id);
        // Without one its deadline has passed.
        if (request != null) {
            node.received.increment();
            answer.accept(request);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (ctx.channel().isWritable()) {
            connection.channelWritable();
        }
        ctx.fireChannelWritabilityChanged();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        connection.disconnected();
        ctx.fireChannelInactive();
    }
}
