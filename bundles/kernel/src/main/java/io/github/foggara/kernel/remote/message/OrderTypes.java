package io.github.foggara.kernel.remote.message;

import static io.github.foggara.kernel.remote.message.ClusterMessages.LARGE;
import static io.github.foggara.kernel.remote.message.ClusterMessages.MEDIUM;
import static io.github.foggara.kernel.remote.message.ClusterMessages.SMALL;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.kernel.gateway.Placement;
import java.util.List;
import java.util.function.BiConsumer;

/** The types of orders. Each begins with its job and its epoch. */
final class OrderTypes {
    static final List<MessageType<? extends Order>> ALL = List.of(
            type(1, "place", MEDIUM, Order.Place.class, OrderTypes::place, OrderTypes::place),
            type(
                    2,
                    "deploy",
                    LARGE,
                    Order.Deploy.class,
                    (out, order) -> DeploymentFields.write(out, order.deployment()),
                    (in, job, epoch) -> new Order.Deploy(DeploymentFields.read(in, job, epoch))),
            type(
                    3,
                    "cancel",
                    SMALL,
                    Order.Cancel.class,
                    OrderTypes::attempt,
                    (in, job, epoch) -> new Order.Cancel(Fields.attempt(in, job), epoch)),
            type(4, "add-splits", LARGE, Order.AddSplits.class, OrderTypes::splits, OrderTypes::splits),
            type(5, "trigger-checkpoint", SMALL, Order.Trigger.class, OrderTypes::trigger, OrderTypes::trigger),
            type(
                    6,
                    "checkpoint-completed",
                    SMALL,
                    Order.Completed.class,
                    (out, order) -> checkpoint(out, order, order.checkpoint()),
                    (in, job, epoch) -> new Order.Completed(Fields.attempt(in, job), epoch, in.readVarLong())),
            type(
                    7,
                    "checkpoint-aborted",
                    SMALL,
                    Order.Aborted.class,
                    (out, order) -> checkpoint(out, order, order.checkpoint()),
                    (in, job, epoch) -> new Order.Aborted(Fields.attempt(in, job), epoch, in.readVarLong())),
            type(
                    8,
                    "take-over",
                    SMALL,
                    Order.TakeOver.class,
                    OrderTypes::nothing,
                    (in, job, epoch) -> new Order.TakeOver(job, epoch)),
            type(
                    9,
                    "release-partitions",
                    MEDIUM,
                    Order.ReleasePartitions.class,
                    (out, order) -> Fields.list(out, order.partitions(), Fields::partition),
                    (in, job, epoch) -> new Order.ReleasePartitions(
                            job, epoch, Fields.list(in, from -> Fields.partition(from, job)))),
            type(
                    10,
                    "abandon-job",
                    SMALL,
                    Order.Abandon.class,
                    OrderTypes::nothing,
                    (in, job, epoch) -> new Order.Abandon(job)),
            type(
                    11,
                    "release-job",
                    SMALL,
                    Order.Release.class,
                    OrderTypes::nothing,
                    (in, job, epoch) -> new Order.Release(job, epoch)));

    private OrderTypes() {}

    /** Reads what follows job and epoch. */
    private interface Content<T> {
        T read(RecordInput in, JobId job, long epoch);
    }

    private static <T extends Order> MessageType<T> type(
            int id, String name, int maxBytes, Class<T> type, BiConsumer<RecordOutput, T> write, Content<T> read) {
        return new MessageType<>(
                id,
                name,
                maxBytes,
                type,
                (out, order) -> {
                    Fields.job(out, order.job());
                    out.writeVarLong(order.epoch());
                    write.accept(out, order);
                },
                in -> read.read(in, Fields.job(in), in.readVarLong()));
    }

    private static void nothing(RecordOutput out, Order order) {}

    private static void attempt(RecordOutput out, Order.ToAttempt order) {
        Fields.attempt(out, order.attempt());
    }

    private static void checkpoint(RecordOutput out, Order.ToAttempt order, long checkpoint) {
        attempt(out, order);
        out.writeVarLong(checkpoint);
    }

    private static void place(RecordOutput out, Order.Place order) {
        Fields.list(out, order.placement().attempts(), Fields::attempt);
        out.writeString(order.placement().shuffle());
        Fields.configuration(out, order.placement().configuration());
    }

    private static Order.Place place(RecordInput in, JobId job, long epoch) {
        return new Order.Place(new Placement(
                job,
                epoch,
                Fields.list(in, from -> Fields.attempt(from, job)),
                in.readString(),
                Fields.configuration(in)));
    }

    private static void splits(RecordOutput out, Order.AddSplits order) {
        attempt(out, order);
        Fields.list(out, order.splits(), Fields::bytes);
        Fields.flag(out, order.noMore());
    }

    private static Order.AddSplits splits(RecordInput in, JobId job, long epoch) {
        return new Order.AddSplits(Fields.attempt(in, job), epoch, Fields.list(in, Fields::bytes), Fields.flag(in));
    }

    private static void trigger(RecordOutput out, Order.Trigger order) {
        checkpoint(out, order, order.barrier().id());
        out.writeLong(order.barrier().timestampMillis());
        Fields.flag(out, order.barrier().aligned());
    }

    private static Order.Trigger trigger(RecordInput in, JobId job, long epoch) {
        return new Order.Trigger(
                Fields.attempt(in, job),
                epoch,
                new CheckpointBarrier(in.readVarLong(), in.readLong(), Fields.flag(in)));
    }
}
