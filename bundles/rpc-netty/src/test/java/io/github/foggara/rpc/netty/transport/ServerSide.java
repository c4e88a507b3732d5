package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.testkit.runtime.ManualRuntime;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;

/** The accepting side of a handshake without a socket: bytes in, frames out. */
final class ServerSide {
    static final PeerIdentity SERVER = new PeerIdentity(new ContainerId(1, 2), "server", "1.0", 3, "c", Map.of());
    static final PeerIdentity CLIENT =
            new PeerIdentity(new ContainerId(3, 4), "client", "1.0", 3, "c", Map.of("shuffle", "7001"));

    private final EmbeddedChannel channel;
    private final Ending ending;
    private boolean established;
    private String failure = "";

    ServerSide(ClusterSecret secret, Path file) {
        this(secret, file, SERVER.clusterId());
    }

    ServerSide(ClusterSecret secret, Path file, String cluster) {
        TransportSettings settings = new TransportSettings(
                "test",
                null,
                new PeerIdentity(SERVER.container(), "server", "1.0", 3, cluster, Map.of()),
                ClusterSecurity.loopback(cluster, file),
                new ManualRuntime(),
                100,
                1,
                Duration.ofSeconds(1),
                Duration.ofSeconds(10));
        channel = new EmbeddedChannel();
        FrameDecoder decoder = new FrameDecoder();
        ending = new Ending(channel, decoder, settings.runtime());
        channel.pipeline().addLast(decoder, new ServerHandshake(settings, secret, ending, new Outcome()));
    }

    private final class Outcome implements HandshakeHandler.Outcome {
        @Override
        public void established(ChannelHandlerContext ctx, PeerIdentity peer) {
            established = true;
        }

        @Override
        public void failed(String why, boolean refused) {
            failure = why;
        }
    }

    static byte[] bytes(ByteBuf frame) {
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes);
        frame.release();
        return bytes;
    }

    static byte[] hello() {
        Route none = Route.byClient(null, null);
        return new Hello(CLIENT.protocolVersion(), false, none, new byte[Hello.NONCE_BYTES]).encode();
    }

    /** The first frame of a client. */
    static byte[] clientHello() {
        return frame(Frames.CLIENT_HELLO, hello());
    }

    static byte[] frame(byte kind, byte[] payload) {
        return bytes(Frames.control(UnpooledByteBufAllocator.DEFAULT, kind, payload));
    }

    /** Sends the hello and takes the challenge. */
    byte[] challenge() {
        receive(clientHello());
        byte[] answer = sent();
        return Arrays.copyOfRange(answer, Frames.HEADER_BYTES, answer.length);
    }

    /** What a client says of itself that knows the secret. */
    static byte[] clientProof(ClusterSecret secret, byte[] challenge, byte[] identity) {
        byte[] proof = secret.of(Proof.Side.CLIENT, hello(), challenge, identity);
        return frame(Frames.CLIENT_PROOF, new Introduction(identity, proof).encode());
    }

    void receive(byte[] bytes) {
        if (channel.isOpen()) {
            channel.writeInbound(Unpooled.copiedBuffer(bytes));
        }
    }

    /** The next frame that was sent, or an empty array. */
    byte[] sent() {
        ByteBuf frame = channel.readOutbound();
        return frame == null ? new byte[0] : bytes(frame);
    }

    boolean established() {
        return established;
    }

    /** Empty while there is none. */
    String failure() {
        return failure;
    }

    void stop(String why) {
        ending.stop(why);
    }

    /** The peer closes; gives back what is left. */
    void end() throws IOException {
        channel.finishAndReleaseAll();
    }

    static String words(byte[] refusal) {
        return new String(refusal, Frames.HEADER_BYTES, refusal.length - Frames.HEADER_BYTES, StandardCharsets.UTF_8);
    }
}
