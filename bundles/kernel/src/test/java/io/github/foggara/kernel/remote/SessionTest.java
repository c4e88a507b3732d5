package io.github.foggara.kernel.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.ClusterMessages.Encoded;
import io.github.foggara.kernel.remote.message.Order;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SessionTest {
    private static final JobId JOB = new JobId(1, 2);

    private final Session session = new Session(7);
    private final ScriptedConnection connection = new ScriptedConnection();

    private static Encoded cancel(int number) {
        return ClusterMessages.encode(new Order.Cancel(new ExecutionAttemptId(JOB, 0, 0, number), 1));
    }

    private void send(int from, int to) {
        for (int i = from; i <= to; i++) {
            assertThat(session.send(cancel(i))).isTrue();
        }
    }

    private static List<Integer> attempts(List<RpcMessage> messages) {
        return messages.stream()
                .map(ClusterMessages::order)
                .map(order -> ((Order.Cancel) order.content()).attempt().attempt())
                .toList();
    }

    private static List<Long> numbers(List<RpcMessage> messages) {
        return messages.stream()
                .map(message -> ClusterMessages.order(message).number())
                .toList();
    }

    @Test
    void whatIsSaidBeforeThereIsAConnectionIsSaidByTheFirst() {
        send(1, 2);
        session.attach(connection, 0);
        send(3, 3);
        assertThat(attempts(connection.sent)).containsExactly(1, 2, 3);
        assertThat(numbers(connection.sent)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void whatHasNotArrivedIsSaidAgainByTheNextConnection() {
        session.attach(connection, 0);
        send(1, 4);
        session.detach();
        send(5, 5);
        ScriptedConnection next = new ScriptedConnection();
        session.attach(next, 2);
        assertThat(attempts(next.sent)).containsExactly(3, 4, 5);
        assertThat(numbers(next.sent)).containsExactly(3L, 4L, 5L);
        send(6, 6);
        assertThat(attempts(next.sent)).containsExactly(3, 4, 5, 6);
    }

    @Test
    void aConnectionThatIsFullIsWaitedFor() {
        connection.room = 2;
        session.attach(connection, 0);
        send(1, 4);
        assertThat(attempts(connection.sent)).containsExactly(1, 2);
        connection.room = 1;
        session.proceed();
        assertThat(attempts(connection.sent)).containsExactly(1, 2, 3);
        connection.room = 5;
        connection.refuses = true;
        session.proceed();
        connection.refuses = false;
        session.proceed();
        assertThat(attempts(connection.sent)).containsExactly(1, 2, 3, 4);
    }

    @Test
    void whatHasArrivedIsForgotten() {
        session.attach(connection, 0);
        send(1, 3);
        long one = session.held() / 3;
        session.receive(1, 2, 10);
        assertThat(session.held()).isEqualTo(one);
        session.arrived(3);
        assertThat(session.held()).isZero();
    }

    @Test
    void whatComesTwiceIsNotHeededTwice() {
        session.attach(connection, 0);
        assertThat(session.receive(1, 0, 1)).isTrue();
        assertThat(session.receive(1, 0, 1)).isFalse();
        assertThat(session.receive(2, 0, 1)).isTrue();
        assertThat(session.received()).isEqualTo(2);
    }

    @Test
    void aGapOrAnImpossibleCountEndsIt() {
        session.attach(connection, 0);
        send(1, 2);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> session.receive(2, 0, 1))
                .withMessageContaining("comes its message 2");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> session.arrived(3))
                .withMessageContaining("received 3 messages");
        session.arrived(2);
        session.detach();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> session.attach(connection, 1))
                .withMessageContaining("forgotten");
    }

    @Test
    void anEndThatOnlyListensTellsWhatItReceived() {
        session.attach(connection, 0);
        for (int i = 1; i <= 63; i++) {
            session.receive(i, 0, 1);
        }
        assertThat(connection.sent).isEmpty();
        session.receive(64, 0, 1);
        session.receive(65, 0, 2 << 20);
        assertThat(connection.sent)
                .extracting(message -> ClusterMessages.RECEIVED.decode(message.body()))
                .containsExactly(64L, 65L);
    }

    @Test
    void moreThanTheLimitIsNotKept() {
        Session small = new Session(7, 70);
        assertThat(small.send(cancel(1))).isTrue();
        assertThat(small.send(cancel(2))).isTrue();
        assertThat(small.send(cancel(3))).isTrue();
        assertThat(small.send(cancel(4))).isFalse();
    }

    /** Two ends over connections that break at random places: each hears everything once, in order. */
    @Test
    void nothingIsLostOrDoubledOverBrokenConnections() {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Session left = new Session(7);
            Session right = new Session(7);
            int said = 0;
            int heard = 0;
            while (said < 200 || heard < 200) {
                ScriptedConnection wire = new ScriptedConnection();
                ScriptedConnection back = new ScriptedConnection();
                left.attach(wire, right.received());
                right.attach(back, left.received());
                for (int i = random.nextInt(30); i > 0 && said < 200; i--) {
                    left.send(cancel(++said));
                }
                int arriving =
                        said == 200 && random.nextInt(4) == 0 ? wire.sent.size() : random.nextInt(wire.sent.size() + 1);
                for (RpcMessage message : wire.sent.subList(0, arriving)) {
                    var order = ClusterMessages.order(message);
                    if (right.receive(order.number(), order.received(), message.body().length)) {
                        assertThat(((Order.Cancel) order.content()).attempt().attempt())
                                .as("seed %d", seed)
                                .isEqualTo(++heard);
                    }
                }
                left.detach();
                right.detach();
            }
            assertThat(heard).as("seed %d", seed).isEqualTo(200);
        }
    }
}
