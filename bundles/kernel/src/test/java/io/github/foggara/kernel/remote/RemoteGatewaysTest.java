package io.github.foggara.kernel.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.ClusterMessages.Encoded;
import io.github.foggara.kernel.remote.message.Order;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each call on one side is the same call on the other, in the same order. */
class RemoteGatewaysTest {
    private static final JobId JOB = new JobId(1, 2);
    private static final ExecutionAttemptId ATTEMPT = new ExecutionAttemptId(JOB, 1, 2, 3);

    private final List<String> calls = new ArrayList<>();
    private final Owners owners = new Owners();
    private final AnswerDispatcher answers = new AnswerDispatcher(owners);

    /** Writes calls down; {@code back} is what it got to answer by. */
    private final class Executor {
        JobMasterGateway back;

        TaskExecutorGateway gateway() {
            return recording(TaskExecutorGateway.class, arguments -> {
                for (Object argument : arguments) {
                    if (argument instanceof JobMasterGateway owner) {
                        back = owner;
                    }
                }
            });
        }
    }

    private interface Look {
        void at(Object[] arguments);
    }

    private <T> T recording(Class<T> type, Look look) {
        return type.cast(Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {type}, (p, method, a) -> {
            Object[] arguments = a == null ? new Object[0] : a;
            look.at(arguments);
            StringBuilder call = new StringBuilder(method.getName());
            for (Object argument : arguments) {
                call.append(' ').append(argument instanceof JobMasterGateway ? "owner" : words(argument));
            }
            calls.add(call.toString());
            return null;
        }));
    }

    private static String words(Object value) {
        if (value instanceof byte[] bytes) {
            return Arrays.toString(bytes);
        }
        if (value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof byte[]) {
            return list.stream().map(RemoteGatewaysTest::words).toList().toString();
        }
        if (value instanceof Place place) {
            return place.container() + Arrays.toString(place.location()) + place.trouble();
        }
        return String.valueOf(value);
    }

    /** By way of bytes. */
    private static Order sent(Order order) {
        return ClusterMessages.order(ClusterMessages.encode(order).numbered(1, 0))
                .content();
    }

    private void said(Answer answer) {
        answers.dispatch(
                ClusterMessages.answer(Lengths.encode(answer).numbered(1, 0)).content());
    }

    private static void ordersOn(TaskExecutorGateway gateway, JobMasterGateway owner) {
        gateway.place(new Placement(JOB, 5, List.of(ATTEMPT), "netty", Configuration.EMPTY), owner);
        gateway.cancel(ATTEMPT, 5);
        gateway.addSplits(ATTEMPT, 6, List.of(new byte[] {1}, new byte[] {2}), true);
        gateway.triggerCheckpoint(ATTEMPT, 5, new CheckpointBarrier(1, 2, true));
        gateway.checkpointCompleted(ATTEMPT, 5, 1);
        gateway.checkpointAborted(ATTEMPT, 5, 2);
        gateway.takeOver(JOB, 5, owner);
        gateway.releasePartitions(JOB, 5, List.of(new ResultPartitionId(ATTEMPT, 1)));
        gateway.abandonJob(JOB);
        gateway.releaseJob(JOB, 5, owner);
    }

    private static void answersOn(JobMasterGateway owner) {
        owner.report(ATTEMPT, new TaskReport.Running());
        owner.report(ATTEMPT, new TaskReport.Failed(FailureClass.USER_CODE, "map", "why", null, null));
        owner.requestSplit(ATTEMPT);
        owner.attempts(List.of(ATTEMPT));
        owner.placed(List.of(ATTEMPT), Place.at(new byte[] {7}));
        owner.placed(List.of(ATTEMPT), Place.failed("no plugin"));
        owner.released();
    }

    @Test
    void ordersArriveAsTheyWereGiven() {
        JobMasterGateway owner = recording(JobMasterGateway.class, a -> {});
        ordersOn(new Executor().gateway(), owner);
        List<String> expected = List.copyOf(calls);
        calls.clear();
        OrderDispatcher dispatcher = new OrderDispatcher(new Executor().gateway(), answer -> {});
        ordersOn(new RemoteTaskExecutorGateway((order, o) -> dispatcher.dispatch(sent(order))), owner);
        assertThat(calls).isEqualTo(expected).hasSize(10);
    }

    @Test
    void answersArriveAtWhomeverTheOrderCameFrom() {
        JobMasterGateway direct = recording(JobMasterGateway.class, a -> {});
        answersOn(direct);
        List<String> expected = List.copyOf(calls);
        calls.clear();
        Executor executor = new Executor();
        OrderDispatcher dispatcher = new OrderDispatcher(executor.gateway(), this::said);
        JobMasterGateway owner = recording(JobMasterGateway.class, a -> {});
        new RemoteTaskExecutorGateway((order, o) -> {
                    owners.put(order.job(), order.epoch(), o);
                    dispatcher.dispatch(sent(order));
                })
                .takeOver(JOB, 5, owner);
        calls.clear();
        answersOn(executor.back);
        assertThat(calls).isEqualTo(expected).hasSize(7);
    }

    @Test
    void nobodyHearsWhatIsSaidToAJobMasterThatIsNotKnown() {
        owners.put(JOB, 6, recording(JobMasterGateway.class, a -> {}));
        new RemoteJobMasterGateway(JOB, 5, this::said).released();
        owners.forget(JOB);
        new RemoteJobMasterGateway(JOB, 6, this::said).released();
        assertThat(calls).isEmpty();
        assertThat(owners.size()).isZero();
        assertThat(answers.dispatch(new Answer.Released(JOB, 6))).isFalse();
    }

    @Test
    void splitsTravelInAsManyMessagesAsTheyNeed() {
        List<byte[]> splits = List.of(new byte[30 << 20], new byte[30 << 20], new byte[1]);
        List<Encoded> messages = Lengths.encode(new Order.AddSplits(ATTEMPT, 5, splits, true));
        List<Order.AddSplits> parts = messages.stream()
                .map(message -> (Order.AddSplits)
                        ClusterMessages.order(message.numbered(1, 0)).content())
                .toList();
        assertThat(parts).hasSizeGreaterThan(1);
        assertThat(parts.stream().flatMap(part -> part.splits().stream()).map(bytes -> bytes.length))
                .containsExactly(30 << 20, 30 << 20, 1);
        assertThat(parts.stream().map(Order.AddSplits::noMore).toList())
                .endsWith(true)
                .filteredOn(noMore -> noMore)
                .hasSize(1);
    }

    @Test
    void aReportThatIsTooLongFailsItsTaskInWords() {
        owners.put(JOB, 5, recording(JobMasterGateway.class, a -> {}));
        TaskReport.Finished large =
                new TaskReport.Finished(Map.of("sink", List.of(new byte[61 << 20])), new TaskReport.Progress(0, 0, 0));
        new RemoteJobMasterGateway(JOB, 5, this::said).report(ATTEMPT, large);
        assertThat(calls.get(0)).contains("Failed", "unrecoverable", "at most " + (60 << 20));
    }
}
