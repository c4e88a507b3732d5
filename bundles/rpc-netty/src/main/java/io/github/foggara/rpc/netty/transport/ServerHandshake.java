package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.types.RecordOutput;
import io.netty.channel.ChannelHandlerContext;

/** The side that was connected to. */
final class ServerHandshake extends HandshakeHandler {
    private byte[] clientHello;
    private byte[] serverHello;
    private Hello client;

    ServerHandshake(TransportSettings settings, Proof proof, Ending ending, Outcome outcome) {
        super(settings, proof, ending, outcome);
    }

    @Override
    void read(ChannelHandlerContext ctx, Frames.Control frame) throws HandshakeFailure {
        if (frame.kind() == Frames.CLIENT_HELLO && client == null) {
            answer(ctx, frame.payload());
        } else if (frame.kind() == Frames.CLIENT_PROOF && client != null) {
            if (!proof.accepts(frame.payload(), Proof.Side.CLIENT, clientHello, serverHello)) {
                throw new HandshakeFailure(client.identity() + " does not know the secret of cluster '"
                        + settings.identity().clusterId() + "'");
            }
            send(ctx, Frames.WELCOME, new byte[0]);
            establish(ctx, client.identity());
        } else {
            throw new HandshakeFailure("a frame of kind " + frame.kind() + " is not the next one of the handshake");
        }
    }

    private void answer(ChannelHandlerContext ctx, byte[] hello) throws HandshakeFailure {
        Hello read = Hello.decode(hello, settings.identity());
        check(read);
        int port = port(ctx.channel().localAddress());
        if (!tls() && !settings.security().insecure() && read.port() != port) {
            throw new HandshakeFailure(
                    "the peer dialled port " + read.port() + ", not " + port + ": somebody passes its connection on");
        }
        client = read;
        clientHello = hello;
        serverHello = new Hello(settings.identity(), nonce(), 0, tls()).encode();
        byte[] mine = proof.of(Proof.Side.SERVER, clientHello, serverHello);
        RecordOutput out = new RecordOutput(serverHello.length + 64);
        out.writeVarLong(serverHello.length);
        out.writeBytes(serverHello, 0, serverHello.length);
        out.writeBytes(mine, 0, mine.length);
        send(ctx, Frames.SERVER_HELLO, out.toByteArray());
    }
}
