package io.github.foggara.testkit.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.rpc.ConnectionClosedException;
import io.github.foggara.api.rpc.RemoteFailureException;
import io.github.foggara.api.rpc.RequestTimeoutException;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcMetrics;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Messages, requests and answers between two nodes that live. */
public abstract class ConversationContract extends RpcScenario {
    private static final int SENDERS = 4;
    private static final int EACH = 3_000;

    @Test
    void bothEndsLearnTheOtherAndTalk() {
        Pair pair = pair();
        assertThat(pair.near().peer()).isEqualTo(identity("server"));
        assertThat(pair.far().peer()).isEqualTo(identity("client"));
        pair.near().send(text("to the server"));
        assertThat(text(pair.server().probe().awaitMessage())).isEqualTo("to the server");
        pair.far().send(text(""));
        RpcMessage empty = pair.client().probe().awaitMessage();
        assertThat(empty.type()).isEqualTo(TEXT);
        assertThat(empty.body()).isEmpty();
    }

    @Test
    void eachSendersOrderIsKeptInBothDirections() {
        Pair pair = pair();
        for (int sender = 0; sender < SENDERS; sender++) {
            int number = sender;
            RpcConnection connection = sender % 2 == 0 ? pair.near() : pair.far();
            start("sender-" + sender, () -> sendAll(connection, number));
        }
        assertInOrder(pair.server().probe(), 0);
        assertInOrder(pair.client().probe(), 1);
        assertThat(pair.server().probe().noMessage()).isTrue();
        assertThat(pair.client().probe().noMessage()).isTrue();
    }

    private static void sendAll(RpcConnection connection, int sender) {
        for (int i = 0; i < EACH; i++) {
            while (!connection.writable()) {
                if (Thread.currentThread().isInterrupted()) {
                    return;
                }
                Thread.yield();
            }
            connection.send(text(sender + ":" + i));
        }
    }

    /** Of the senders with the same parity. */
    private static void assertInOrder(RpcProbe probe, int parity) {
        int[] next = new int[SENDERS];
        for (int i = 0; i < SENDERS / 2 * EACH; i++) {
            String[] parts = text(probe.awaitMessage()).split(":");
            int sender = Integer.parseInt(parts[0]);
            assertThat(sender % 2).isEqualTo(parity);
            assertThat(Integer.parseInt(parts[1])).as("of sender " + sender).isEqualTo(next[sender]++);
        }
    }

    @Test
    void aRequestIsAnsweredOnceFromAnyThread() {
        Pair pair = pair();
        CompletionStage<byte[]> first = pair.near().request(text("first"), MINUTE);
        CompletionStage<byte[]> second = pair.near().request(text("second"), MINUTE);
        RpcProbe.Asked askedFirst = pair.server().probe().awaitRequest();
        RpcProbe.Asked askedSecond = pair.server().probe().awaitRequest();
        assertThat(text(askedFirst.message())).isEqualTo("first");
        askedSecond.reply().reply("2".getBytes(StandardCharsets.UTF_8));
        askedSecond.reply().fail("not heard");
        assertThat(get(second)).asString().isEqualTo("2");
        askedFirst.reply().fail("cannot do that");
        askedFirst.reply().reply(new byte[0]);
        assertThat(failure(first)).isInstanceOf(RemoteFailureException.class).hasMessage("cannot do that");
        assertThatThrownBy(() -> askedFirst.reply().reply(new byte[MAX_TEXT + 1]))
                .isInstanceOf(IllegalArgumentException.class);
        CompletionStage<byte[]> third = pair.near().request(text("third"), MINUTE);
        pair.server().probe().awaitRequest().reply().reply(new byte[0]);
        get(third);
        // That of the last one is perhaps just being cancelled.
        assertThat(runtime.timers())
                .as("deadlines of answered requests")
                .isLessThanOrEqualTo(timersOfConnections() + 1);
    }

    /** Timers that the plugin keeps for the two connected nodes of a pair. */
    protected int timersOfConnections() {
        return 0;
    }

    @Test
    void aRequestFailsAtItsDeadlineAndALateAnswerDisturbsNothing() {
        Pair pair = pair();
        CompletionStage<byte[]> stage = pair.near().request(text("slow"), Duration.ofMillis(500));
        RpcProbe.Asked asked = pair.server().probe().awaitRequest();
        runtime.advance(Duration.ofMillis(499));
        assertThat(stage.toCompletableFuture()).isNotDone();
        runtime.advance(Duration.ofMillis(1));
        assertThat(failure(stage))
                .isInstanceOf(RequestTimeoutException.class)
                .hasMessageContaining("500 ms")
                .hasMessageContaining(identity("server").toString());
        asked.reply().reply(new byte[] {1});
        CompletionStage<byte[]> next = pair.near().request(text("quick"), MINUTE);
        pair.server().probe().awaitRequest().reply().reply(new byte[] {2});
        assertThat(get(next)).containsExactly(2);
    }

    @Test
    void aDeadlineLiesInTheFuture() {
        Pair pair = pair();
        assertThatThrownBy(() -> pair.near().request(text("x"), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whoDiesWhileAskedFailsTheRequest() {
        Pair pair = pair();
        CompletionStage<byte[]> stage = pair.near().request(text("x"), MINUTE);
        RpcProbe.Asked asked = pair.server().probe().awaitRequest();
        pair.server().node().close();
        assertThat(failure(stage)).isInstanceOf(ConnectionClosedException.class).hasMessageContaining("is stopping");
        assertThat(pair.client().probe().awaitEnded().why()).contains("is stopping");
        asked.reply().reply(new byte[0]);
        assertThat(failure(pair.near().request(text("y"), MINUTE))).isInstanceOf(ConnectionClosedException.class);
    }

    @Test
    void itCountsWhatIsSentAndReceived() {
        Pair pair = pair();
        pair.near().send(text("one"));
        CompletionStage<byte[]> answer = pair.near().request(text("two"), MINUTE);
        pair.server().probe().awaitRequest().reply().reply(new byte[0]);
        get(answer);
        RpcMetrics client = pair.client().node().metrics();
        assertThat(client.connections()).isEqualTo(1);
        assertThat(client.sent()).isEqualTo(2);
        assertThat(client.received()).isEqualTo(1);
        assertThat(client.refusedPeers()).isZero();
        RpcMetrics server = pair.server().node().metrics();
        assertThat(server.received()).isEqualTo(2);
        assertThat(server.sent()).isEqualTo(1);
    }
}
