package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.rpc.netty.transport.Frames;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.rpc.netty.transport.SecureTransport;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.github.foggara.testkit.shuffle.Bell;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever comes over a connection, only that connection ends, and nothing is allocated for what was merely announced. */
@ExtendWith(LeakCheck.class)
@Timeout(120)
class GarbageTest {
    private static final int ROUNDS = 40;
    private static final ContainerId MEMBER = new ContainerId(1, 2);

    private final Pair pair = new Pair(Map.of());

    private InetSocketAddress address() {
        return Location.decode(pair.producers.location()).address();
    }

    private void assertTrafficFlows() {
        Traffic traffic = Traffic.ofNumbers(pair);
        traffic.produce(0, 1, 500);
        traffic.consume(0, 1);
        traffic.finish(500);
    }

    @Test
    void strangersAreCutOff() throws IOException {
        for (long seed : SimulatedRuntime.seeds(ROUNDS).toArray()) {
            Random random = new Random(seed);
            byte[] bytes = new byte[1 + random.nextInt(10_000)];
            random.nextBytes(bytes);
            try (Socket socket = new Socket(address().getAddress(), address().getPort())) {
                socket.setSoTimeout(20_000);
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                // Until the other side closes: with words, without, or by a reset.
                socket.getInputStream().readAllBytes();
            } catch (java.net.SocketException e) {
                assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe|closed).*");
            }
        }
        assertTrafficFlows();
        pair.close();
    }

    @Test
    void aMemberThatSendsGarbageIsCutOff() throws Exception {
        assertTrafficFlows();
        try (SecureTransport member = SecureTransport.open(Pair.transport("garbage", null, MEMBER), secured -> {})) {
            for (long seed : SimulatedRuntime.seeds(ROUNDS).toArray()) {
                SecureChannel secured =
                        member.connect(address()).toCompletableFuture().get(20, TimeUnit.SECONDS);
                sendGarbage(secured, new Random(seed));
                assertThat(secured.channel().closeFuture().await(20, TimeUnit.SECONDS))
                        .as("cut off, seed " + seed)
                        .isTrue();
            }
        }
        assertThat(pair.producers.bufferedBytes()).isZero();
        pair.close();
    }

    @Test
    void aProducerThatSendsGarbageIsBlamed() throws Exception {
        for (long seed : SimulatedRuntime.seeds(ROUNDS).toArray()) {
            ContainerId life = new ContainerId(seed, 1);
            try (SecureTransport producer = SecureTransport.open(
                    Pair.transport("garbage", Pair.ANY_PORT, life),
                    secured -> sendGarbage(secured, new Random(seed)))) {
                InetSocketAddress at = producer.address();
                byte[] location = new Location(at.getAddress().getHostAddress(), at.getPort(), life).encode();
                Bell bell = new Bell(new LiveRuntime().newParker());
                InputGate gate = pair.gate(pair.consumers, location, 0, (int) seed, 1, bell);
                PartitionFailedException failure =
                        catchThrowableOfType(PartitionFailedException.class, () -> readAll(gate, bell));
                assertThat(failure.partition()).as("seed " + seed).isEqualTo(pair.id(0));
                gate.close();
            }
        }
        assertThat(pair.consumers.bufferedBytes()).isZero();
        pair.close();
    }

    private static void readAll(InputGate gate, Bell bell) {
        GateCursor cursor = new GateCursor();
        while (true) {
            if (!gate.poll(cursor)) {
                bell.await(() -> gate.poll(cursor));
            }
            while (cursor.hasRecord()) {
                cursor.take();
            }
            cursor.takeEvent();
        }
    }

    /** Frames of the right form and any content, behind a right beginning or not; the last one has a type that nobody sends. */
    private static void sendGarbage(SecureChannel secured, Random random) {
        if (random.nextBoolean()) {
            byte[] session = SessionKey.newProof(new LiveRuntime());
            secured.channel()
                    .writeAndFlush(Frames.data(secured.channel().alloc(), 1 + session.length)
                            .writeByte(Wire.SESSION)
                            .writeBytes(session));
        }
        for (int i = random.nextInt(30); i >= 0; i--) {
            byte[] body = new byte[1 + random.nextInt(80)];
            random.nextBytes(body);
            body[0] = i == 0 ? 127 : (byte) (Wire.ATTACH + random.nextInt(40));
            ByteBuf frame = Frames.data(secured.channel().alloc(), body.length).writeBytes(body);
            secured.channel().writeAndFlush(frame);
        }
    }
}
