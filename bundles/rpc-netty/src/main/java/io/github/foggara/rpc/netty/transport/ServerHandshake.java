package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.rpc.PeerIdentity;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;

/** The side that was connected to. Until the other has proved itself it says nothing of who it is. */
final class ServerHandshake extends HandshakeHandler {
    private byte[] clientHello;
    private byte[] challenge;

    ServerHandshake(TransportSettings settings, Proof proof, Ending ending, Outcome outcome) {
        super(settings, proof, ending, outcome);
    }

    @Override
    void read(ChannelHandlerContext ctx, Frames.Control frame) throws HandshakeFailure {
        if (frame.kind() == Frames.CLIENT_HELLO && challenge == null) {
            answer(ctx, frame.payload());
        } else if (frame.kind() == Frames.CLIENT_PROOF && challenge != null) {
            welcome(ctx, Introduction.decode(frame.payload()));
        } else {
            throw new HandshakeFailure("a frame of kind " + frame.kind() + " is not the next one of the handshake");
        }
    }

    private void answer(ChannelHandlerContext ctx, byte[] payload) throws HandshakeFailure {
        Hello hello = Hello.decode(payload, settings.identity().protocolVersion());
        if (hello.tls() != tls()) {
            throw new HandshakeFailure("one side proves itself by TLS, the other by a secret file");
        }
        Channel channel = ctx.channel();
        Route seen = Route.byServer(channel.localAddress(), channel.remoteAddress());
        if (!tls() && !settings.security().insecure() && !seen.equals(hello.route())) {
            throw new HandshakeFailure("the peer has connected " + hello.route() + ", and this connection is " + seen
                    + ": somebody passes it on");
        }
        clientHello = payload;
        challenge = nonce();
        send(ctx, Frames.SERVER_HELLO, challenge);
    }

    private void welcome(ChannelHandlerContext ctx, Introduction client) throws HandshakeFailure {
        if (!proof.accepts(client.proof(), Proof.Side.CLIENT, clientHello, challenge, client.identity())) {
            throw new HandshakeFailure(
                    "the side that connects does not know the secret of this cluster",
                    "the peer does not know the secret of cluster '"
                            + settings.identity().clusterId() + "'");
        }
        PeerIdentity peer = client.read(settings.identity().protocolVersion());
        check(peer);
        byte[] mine = Introduction.bytes(settings.identity());
        byte[] shown = proof.of(Proof.Side.SERVER, clientHello, challenge, client.identity(), mine);
        send(ctx, Frames.WELCOME, new Introduction(mine, shown).encode());
        establish(ctx, peer);
    }
}
