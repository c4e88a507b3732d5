package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.types.RecordInput;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/** The side that connects. */
final class ClientHandshake extends HandshakeHandler {
    private byte[] clientHello;
    private Hello server;

    ClientHandshake(TransportSettings settings, Proof proof, Ending ending, Outcome outcome) {
        super(settings, proof, ending, outcome);
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (!tls()) {
            begin(ctx);
        }
        ctx.fireChannelActive();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent completion && completion.isSuccess()) {
            begin(ctx);
        }
        super.userEventTriggered(ctx, event);
    }

    private void begin(ChannelHandlerContext ctx) {
        int port = port(ctx.channel().remoteAddress());
        clientHello = new Hello(settings.identity(), nonce(), port, tls()).encode();
        send(ctx, Frames.CLIENT_HELLO, clientHello);
    }

    @Override
    void read(ChannelHandlerContext ctx, Frames.Control frame) throws HandshakeFailure {
        if (frame.kind() == Frames.SERVER_HELLO && clientHello != null && server == null) {
            answer(ctx, frame.payload());
        } else if (frame.kind() == Frames.WELCOME && server != null) {
            establish(ctx, server.identity());
        } else {
            throw new HandshakeFailure("a frame of kind " + frame.kind() + " is not the next one of the handshake");
        }
    }

    private void answer(ChannelHandlerContext ctx, byte[] payload) throws HandshakeFailure {
        byte[] serverHello;
        byte[] theirs;
        try {
            RecordInput in = new RecordInput(payload);
            serverHello = in.readBytes(in.readLength());
            theirs = in.readBytes(in.remaining());
        } catch (IllegalArgumentException e) {
            throw new HandshakeFailure("the server's hello cannot be read: " + e.getMessage());
        }
        Hello read = Hello.decode(serverHello, settings.identity());
        check(read);
        if (!proof.accepts(theirs, Proof.Side.SERVER, clientHello, serverHello)) {
            throw new HandshakeFailure(read.identity() + " does not know the secret of cluster '"
                    + settings.identity().clusterId() + "'");
        }
        server = read;
        send(ctx, Frames.CLIENT_PROOF, proof.of(Proof.Side.CLIENT, clientHello, serverHello));
    }

    @Override
    String closedWords() {
        return super.closedWords() + (tls() ? "" : "; perhaps it is configured for TLS");
    }
}
