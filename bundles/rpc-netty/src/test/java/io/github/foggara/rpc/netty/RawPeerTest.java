package io.github.foggara.rpc.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.testkit.rpc.RpcScenario;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What a member of the cluster, or a stranger with a socket, can do to a node by what it sends. */
@ExtendWith(LeakCheck.class)
class RawPeerTest extends RpcScenario {
    private static final byte DATA = 1;

    @TempDir
    private Path directory;

    @Override
    protected RpcService service() {
        return new NettyRpcService();
    }

    @Override
    protected ClusterSecurity security(String clusterId) {
        return ClusterSecurity.loopback(clusterId, directory.resolve("secret"));
    }

    @Override
    protected Configuration smallLimits() {
        return new Configuration(NettyRpcServiceTest.SMALL);
    }

    private RawPeer rawPeer() throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        return new RawPeer(
                new RpcSettings(any, identity("raw"), security("c"), MESSAGES, Configuration.EMPTY, runtime));
    }

    private static byte[] frame(int length, byte kind, byte... payload) {
        return ByteBuffer.allocate(5 + payload.length)
                .putInt(length)
                .put(kind)
                .put(payload)
                .array();
    }

    private void assertEnds(byte[] bytes, String words) throws Exception {
        End server = open("server");
        try (RawPeer peer = rawPeer()) {
            SecureChannel channel = peer.connect(server.node().address());
            RawPeer.write(channel, bytes);
            assertThat(RawPeer.end(channel)).contains(words);
            assertThat(server.probe().awaitEnded().why()).contains(words);
            assertThat(server.probe().noMessage()).isTrue();
        }
    }

    @Test
    void aFrameThatIsTooLongIsRefusedBeforeItHasCome() throws Exception {
        assertEnds(frame(MAX_TEXT + 1000, DATA), "a frame of length 17384");
        assertEnds(frame(Integer.MAX_VALUE, DATA), "a frame of length 2147483647");
        assertEnds(frame(5000, (byte) 2), "more than 4096");
    }

    @Test
    void framesThatMakeNoSenseAreNamed() throws Exception {
        assertEnds(frame(1, DATA), "ends after 0 bytes");
        assertEnds(frame(2, DATA, (byte) 1), "4 are needed");
        assertEnds(frame(2, DATA, (byte) 9), "no kind of message 9");
        assertEnds(frame(2, DATA, (byte) 5), "no kind of message 5");
        assertEnds(frame(4, DATA, (byte) 4, (byte) 0, (byte) 0), "8 are needed");
        assertEnds(frame(1, (byte) 6), "belongs to the handshake");
    }

    @Test
    void theAnswerToARequestThatNobodyMadeIsDropped() throws Exception {
        End server = open("server");
        try (RawPeer peer = rawPeer()) {
            SecureChannel channel = peer.connect(server.node().address());
            RawPeer.write(
                    channel,
                    frame(
                            10, DATA, (byte) 3, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0,
                            (byte) 1));
            RawPeer.write(channel, message("after it"));
            assertThat(text(server.probe().awaitMessage())).isEqualTo("after it");
        }
    }

    private static byte[] message(String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(5 + 5 + body.length)
                .putInt(6 + body.length)
                .put(DATA)
                .put((byte) 1)
                .putInt(TEXT)
                .put(body)
                .array();
    }

    @Test
    void randomFramesOfAMemberDisturbNobodyElse() throws Exception {
        End server = open("server");
        Pair pair = connect(open("client"), server);
        try (RawPeer peer = rawPeer()) {
            SimulatedRuntime.seeds(300).forEach(seed -> {
                try {
                    SecureChannel channel = peer.connect(server.node().address());
                    RawPeer.write(channel, garbage(new Random(seed)));
                    channel.close("enough");
                    RawPeer.end(channel);
                } catch (Exception e) {
                    throw new AssertionError("seed " + seed, e);
                }
            });
        }
        pair.far().send(text("still here"));
        assertThat(text(pair.client().probe().awaitMessage())).isEqualTo("still here");
        assertThat(pair.client().probe().pollEnded()).isNull();
    }

    private static byte[] garbage(Random random) {
        byte[] payload = new byte[random.nextInt(80)];
        random.nextBytes(payload);
        if (payload.length > 0) {
            payload[0] = (byte) random.nextInt(7);
        }
        byte[] valid = message("valid");
        valid[random.nextInt(valid.length)] = (byte) random.nextInt();
        byte[] random5 = frame(payload.length + 1, DATA, payload);
        return random.nextBoolean() ? random5 : valid;
    }

    @Test
    void strangersWithSocketsAreRefusedAndGone() throws Exception {
        End server = open("server");
        InetSocketAddress address = server.node().address();
        Random random = new Random(7);
        int strangers = 100;
        for (int i = 0; i < strangers; i++) {
            try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
                byte[] bytes = new byte[5 + random.nextInt(2_000)];
                random.nextBytes(bytes);
                bytes[0] = (byte) (0x80 | bytes[0]);
                socket.getOutputStream().write(bytes);
                socket.setSoTimeout(20_000);
                String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(answer).contains("is not from 1 to 4092");
            }
        }
        for (int i = 0; i < strangers; i++) {
            server.probe().awaitRefused();
        }
        assertThat(server.node().metrics().refusedPeers()).isEqualTo(strangers);
        connect(open("client"), server);
    }
}
