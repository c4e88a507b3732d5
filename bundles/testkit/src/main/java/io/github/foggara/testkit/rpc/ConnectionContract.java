package io.github.foggara.testkit.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.rpc.BackPressureException;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.HandshakeRefusedException;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcException;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcMessages;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** How connections begin, are held up, and end. */
public abstract class ConnectionContract extends ConversationContract {
    /** More than any network between two nodes of one machine holds. */
    private static final int MANY = 20_000;

    private static final long STUCK_NANOS = 300_000_000;
    private static final long MOST_WRITABLE = 64 * 1024;
    private static final long MOST_HELD = 256 * 1024;

    @Test
    void aSlowReceiverHoldsTheSenderUp() {
        Pair pair = pair();
        pair.far().pause();
        RpcConnection near = pair.near();
        String filler = "x".repeat(8 * 1024);
        int sent = 0;
        boolean heldUp = false;
        while (!heldUp && sent < MANY) {
            near.send(text(sent++ + ":" + filler));
            assertThat(near.bytesHeld()).isLessThanOrEqualTo(MOST_WRITABLE + MAX_TEXT);
            heldUp = !near.writable();
        }
        assertThat(heldUp).isTrue();
        sent = sendUntilStuck(near, filler, sent);
        // In between the network may take what waits.
        CompletionStage<byte[]> request = near.request(text("z".repeat(MAX_TEXT)), MINUTE);
        boolean requestRefused = request.toCompletableFuture().isCompletedExceptionally();
        assertThat(pair.client().node().metrics().bytesHeld()).isLessThanOrEqualTo(MOST_HELD);
        pair.far().resume();
        for (int i = 0; i < sent; i++) {
            assertThat(text(pair.server().probe().awaitMessage())).startsWith(i + ":");
        }
        if (requestRefused) {
            assertThat(failure(request)).isInstanceOf(BackPressureException.class);
        }
        do {
            assertThat(pair.client().probe().awaitWritable()).isSameAs(near);
        } while (!near.writable());
    }

    /** Until a message is refused and nothing moves any more: the first refusals only tell that the sender is fast. */
    private static int sendUntilStuck(RpcConnection near, String filler, int first) {
        int sent = first;
        boolean stuck = false;
        while (sent < MANY && !stuck) {
            try {
                near.send(text(sent + ":" + filler));
                sent++;
            } catch (BackPressureException e) {
                assertThat(e).hasMessageContaining(identity("server").toString());
                stuck = standsStill(near, near.bytesHeld());
            }
            assertThat(near.bytesHeld()).isLessThanOrEqualTo(MOST_HELD);
        }
        assertThat(stuck).as("refused in the end").isTrue();
        return sent;
    }

    private static boolean standsStill(RpcConnection near, long held) {
        long begin = System.nanoTime();
        while (near.bytesHeld() == held) {
            if (System.nanoTime() - begin > STUCK_NANOS) {
                return true;
            }
            Thread.onSpinWait();
        }
        return false;
    }

    @Test
    void aNewConnectionIsAnotherObject() {
        Pair first = pair();
        first.far().close("try again");
        RpcProbe.Ended ended = first.client().probe().awaitEnded();
        assertThat(ended.connection()).isSameAs(first.near());
        assertThat(ended.why()).contains("try again");
        RpcProbe.Ended there = first.server().probe().awaitEnded();
        assertThat(there.connection()).isSameAs(first.far());
        assertThat(there.why()).isEqualTo("try again");
        Pair second = connect(first.client(), first.server());
        assertThat(second.near()).isNotSameAs(first.near());
        assertThat(second.far()).isNotSameAs(first.far());
        first.near().send(text("into the void"));
        first.near().close("again");
        second.near().send(text("heard"));
        assertThat(text(first.server().probe().awaitMessage())).isEqualTo("heard");
    }

    @Test
    void twoConnectionsBetweenTwoNodesAreApart() {
        Pair first = pair();
        Pair second = connect(first.client(), first.server());
        first.near().close("enough");
        assertThat(first.server().probe().awaitEnded().connection()).isSameAs(first.far());
        second.far().send(text("still here"));
        assertThat(text(first.client().probe().awaitMessage())).isEqualTo("still here");
    }

    @Test
    void anUnknownMessageEndsTheConnectionNamingIt() {
        End client = open(identity("client"), RpcMessages.of(new TextMessage(TEXT, 100), new TextMessage(4242, 100)));
        Pair pair = connect(client, open("server"));
        pair.near().send(new RpcMessage(4242, new byte[3]));
        assertThat(pair.server().probe().awaitEnded().why()).contains("4242");
        assertThat(pair.client().probe().awaitEnded().why()).contains("4242");
        assertThat(pair.server().probe().noMessage()).isTrue();
        assertThatThrownBy(() -> pair.far().send(new RpcMessage(4242, new byte[3])))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4242");
    }

    @Test
    void aMessageThatIsTooLongEndsTheConnectionNamingIt() {
        End client = open(identity("client"), RpcMessages.of(new TextMessage(TEXT, 30_000)));
        Pair pair = connect(client, open("server"));
        pair.near().send(text("x".repeat(MAX_TEXT)));
        pair.server().probe().awaitMessage();
        assertThatThrownBy(() -> pair.far().send(text("x".repeat(MAX_TEXT + 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("text-7");
        pair.near().send(text("x".repeat(MAX_TEXT + 1)));
        assertThat(pair.client().probe().awaitEnded().why()).contains("16384");
        assertThat(pair.server().probe().awaitEnded().why()).contains("16385");
    }

    @Test
    void whatAListenerThrowsEndsItsConnection() {
        Pair pair = pair();
        pair.server().probe().onMessage((connection, message) -> {
            throw new IllegalArgumentException("a body that makes no sense");
        });
        pair.near().send(text("x"));
        pair.near().send(text("y"));
        assertThat(pair.client().probe().awaitEnded().why()).contains("a body that makes no sense");
        assertThat(pair.server().probe().awaitEnded().why()).contains("a body that makes no sense");
        pair.server().probe().awaitMessage();
        assertThat(pair.server().probe().noMessage()).isTrue();
    }

    @Test
    void othersAreRefusedWithTheReasonOnBothSides() {
        assertRefused(
                new PeerIdentity(new ContainerId(2, 2), "client", "1.0", 3, "other", Map.of()), "cluster 'other'");
        assertRefused(new PeerIdentity(new ContainerId(2, 2), "client", "0.9", 3, "c", Map.of()), "0.9");
        assertRefused(new PeerIdentity(new ContainerId(2, 2), "client", "1.0", 2, "c", Map.of()), "an older one, 2");
        assertRefused(new PeerIdentity(new ContainerId(2, 2), "client", "1.0", 4, "c", Map.of()), "a newer one, 4");
    }

    private void assertRefused(PeerIdentity identity, String reason) {
        End server = open("server");
        End client = open(identity, MESSAGES);
        assertThat(failure(client.node().connect(server.node().address())))
                .isInstanceOf(HandshakeRefusedException.class)
                .hasMessageContaining(reason);
        assertThat(server.probe().awaitRefused()).contains(reason);
        assertThat(server.node().metrics().refusedPeers()).isEqualTo(1);
        assertThat(server.probe().open() + client.probe().open()).isZero();
    }

    @Test
    void closingEndsEverythingAndLeavesNoTimer() {
        Pair pair = pair();
        InetSocketAddress address = pair.server().node().address();
        CompletionStage<byte[]> unanswered = pair.near().request(text("x"), MINUTE);
        pair.server().probe().awaitRequest();
        pair.server().node().close();
        assertThat(pair.server().probe().pollEnded()).isNotNull();
        failure(unanswered);
        assertThat(pair.client().probe().awaitEnded().connection()).isSameAs(pair.near());
        assertThat(failure(pair.client().node().connect(address)))
                .isInstanceOf(RpcException.class)
                .hasMessageContaining(String.valueOf(address.getPort()));
        pair.server().node().close();
        pair.client().node().close();
        assertThat(runtime.timers()).isZero();
        assertThat(failure(pair.client().node().connect(address))).isInstanceOf(RpcException.class);
    }
}
