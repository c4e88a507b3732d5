package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.rpc.PeerIdentity;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

/** The side that connects. */
final class ClientHandshake extends HandshakeHandler {
    private final byte[] identity;
    private byte[] clientHello;
    private byte[] challenge;

    ClientHandshake(TransportSettings settings, Proof proof, Ending ending, Outcome outcome) {
        super(settings, proof, ending, outcome);
        this.identity = Introduction.bytes(settings.identity());
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (!tls()) {
            begin(ctx);
        }
        super.channelActive(ctx);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent completion && completion.isSuccess()) {
            begin(ctx);
        }
        super.userEventTriggered(ctx, event);
    }

    private void begin(ChannelHandlerContext ctx) {
        Channel channel = ctx.channel();
        Route route = Route.byClient(channel.localAddress(), channel.remoteAddress());
        clientHello = new Hello(settings.identity().protocolVersion(), tls(), route, nonce()).encode();
        send(ctx, Frames.CLIENT_HELLO, clientHello);
    }

    @Override
    void read(ChannelHandlerContext ctx, Frames.Control frame) throws HandshakeFailure {
        if (frame.kind() == Frames.SERVER_HELLO && clientHello != null && challenge == null) {
            prove(ctx, frame.payload());
        } else if (frame.kind() == Frames.WELCOME && challenge != null) {
            welcomed(ctx, Introduction.decode(frame.payload()));
        } else {
            throw new HandshakeFailure("a frame of kind " + frame.kind() + " is not the next one of the handshake");
        }
    }

    private void prove(ChannelHandlerContext ctx, byte[] payload) throws HandshakeFailure {
        if (payload.length != Hello.NONCE_BYTES) {
            throw new HandshakeFailure("a challenge has " + Hello.NONCE_BYTES + " bytes, not " + payload.length);
        }
        challenge = payload;
        byte[] shown = proof.of(Proof.Side.CLIENT, clientHello, challenge, identity);
        send(ctx, Frames.CLIENT_PROOF, new Introduction(identity, shown).encode());
    }

    private void welcomed(ChannelHandlerContext ctx, Introduction server) throws HandshakeFailure {
        if (!proof.accepts(server.proof(), Proof.Side.SERVER, clientHello, challenge, identity, server.identity())) {
            throw new HandshakeFailure("the side that was dialled does not know the secret of cluster '"
                    + settings.identity().clusterId() + "'");
        }
        PeerIdentity peer = server.read(settings.identity().protocolVersion());
        check(peer);
        establish(ctx, peer);
    }

    @Override
    String closedWords() {
        return super.closedWords() + (tls() ? "" : "; perhaps it is configured for TLS");
    }
}
