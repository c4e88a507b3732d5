package io.github.foggara.kernel.remote;

import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.message.Answer;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.ClusterMessages.Encoded;
import io.github.foggara.kernel.remote.message.Order;
import java.util.ArrayList;
import java.util.List;

/** What becomes of messages that are too long to travel. Pure. */
public final class Lengths {
    private Lengths() {}

    /** The order as one message; splits, as many as it takes. */
    public static List<Encoded> encode(Order order) {
        List<Encoded> messages = new ArrayList<>();
        encode(order, messages);
        return messages;
    }

    private static void encode(Order order, List<Encoded> into) {
        try {
            into.add(ClusterMessages.encode(order));
        } catch (IllegalArgumentException tooLong) {
            if (!(order instanceof Order.AddSplits add) || add.splits().size() < 2) {
                throw tooLong;
            }
            int half = add.splits().size() / 2;
            List<byte[]> all = add.splits();
            encode(new Order.AddSplits(add.attempt(), add.epoch(), all.subList(0, half), false), into);
            encode(new Order.AddSplits(add.attempt(), add.epoch(), all.subList(half, all.size()), add.noMore()), into);
        }
    }

    /** The answer, or one that says that it is too long. */
    public static Encoded encode(Answer answer) {
        try {
            return ClusterMessages.encode(answer);
        } catch (IllegalArgumentException tooLong) {
            if (!(answer instanceof Answer.Report report)) {
                throw tooLong;
            }
            return ClusterMessages.encode(new Answer.Report(
                    report.attempt(), report.epoch(), instead(report.report(), tooLong.getMessage())));
        }
    }

    private static TaskReport instead(TaskReport report, String words) {
        if (report instanceof TaskReport.Acknowledged acknowledged) {
            return new TaskReport.Declined(
                    acknowledged.checkpoint(),
                    CheckpointDecline.SNAPSHOT_FAILED,
                    "The snapshot is too large to be told to the JobMaster. " + words);
        }
        return new TaskReport.Failed(
                FailureClass.UNRECOVERABLE,
                "",
                "What the task says at its end is too large to be told to the JobMaster. " + words,
                null,
                null);
    }
}
