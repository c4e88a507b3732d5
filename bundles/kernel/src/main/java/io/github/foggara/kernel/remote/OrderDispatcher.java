package io.github.foggara.kernel.remote;

import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.Order;
import java.util.function.Consumer;

/** Makes orders calls of the executor of this process, in their order. Any one thread at a time. */
public final class OrderDispatcher {
    private final TaskExecutorGateway executor;
    private final Consumer<Answer> line;

    /**
     * @param line takes what is said to JobMasters, from any thread
     */
    public OrderDispatcher(TaskExecutorGateway executor, Consumer<Answer> line) {
        this.executor = executor;
        this.line = line;
    }

    public void dispatch(Order order) {
        JobMasterGateway owner = new RemoteJobMasterGateway(order.job(), order.epoch(), line);
        if (order instanceof Order.Place place) {
            executor.place(place.placement(), owner);
        } else if (order instanceof Order.Deploy deploy) {
            executor.deploy(deploy.deployment(), owner);
        } else if (order instanceof Order.TakeOver) {
            executor.takeOver(order.job(), order.epoch(), owner);
        } else if (order instanceof Order.ReleasePartitions release) {
            executor.releasePartitions(release.job(), release.epoch(), release.partitions());
        } else if (order instanceof Order.Abandon) {
            executor.abandonJob(order.job());
        } else if (order instanceof Order.Release) {
            executor.releaseJob(order.job(), order.epoch(), owner);
        } else if (order instanceof Order.ToAttempt one) {
            toAttempt(one);
        }
    }

    private void toAttempt(Order.ToAttempt order) {
        if (order instanceof Order.Cancel) {
            executor.cancel(order.attempt(), order.epoch());
        } else if (order instanceof Order.AddSplits add) {
            executor.addSplits(add.attempt(), add.epoch(), add.splits(), add.noMore());
        } else if (order instanceof Order.Trigger trigger) {
            executor.triggerCheckpoint(trigger.attempt(), trigger.epoch(), trigger.barrier());
        } else if (order instanceof Order.Completed completed) {
            executor.checkpointCompleted(completed.attempt(), completed.epoch(), completed.checkpoint());
        } else if (order instanceof Order.Aborted aborted) {
            executor.checkpointAborted(aborted.attempt(), aborted.epoch(), aborted.checkpoint());
        }
    }
}
