package io.github.foggara.kernel.remote.message;

import static io.github.foggara.kernel.remote.message.ClusterMessages.LARGE;
import static io.github.foggara.kernel.remote.message.ClusterMessages.MEDIUM;
import static io.github.foggara.kernel.remote.message.ClusterMessages.SMALL;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.List;
import java.util.function.BiConsumer;

/** The types of answers. Each begins with its job and the epoch of the JobMaster that it is said to. */
final class AnswerTypes {
    static final List<MessageType<? extends Answer>> ALL = List.of(
            type(
                    20,
                    "report",
                    LARGE,
                    Answer.Report.class,
                    (out, answer) -> {
                        Fields.attempt(out, answer.attempt());
                        ReportFields.write(out, answer.report());
                    },
                    (in, job, epoch) -> new Answer.Report(Fields.attempt(in, job), epoch, ReportFields.read(in, job))),
            type(
                    21,
                    "request-split",
                    SMALL,
                    Answer.RequestSplit.class,
                    (out, answer) -> Fields.attempt(out, answer.attempt()),
                    (in, job, epoch) -> new Answer.RequestSplit(Fields.attempt(in, job), epoch)),
            type(
                    22,
                    "attempts",
                    MEDIUM,
                    Answer.Attempts.class,
                    (out, answer) -> Fields.list(out, answer.running(), Fields::attempt),
                    (in, job, epoch) ->
                            new Answer.Attempts(job, epoch, Fields.list(in, from -> Fields.attempt(from, job)))),
            type(
                    23,
                    "released",
                    SMALL,
                    Answer.Released.class,
                    (out, answer) -> {},
                    (in, job, epoch) -> new Answer.Released(job, epoch)),
            type(
                    24,
                    "placed",
                    MEDIUM,
                    Answer.Placed.class,
                    (out, answer) -> {
                        Fields.list(out, answer.attempts(), Fields::attempt);
                        Fields.bytes(out, answer.location());
                        out.writeString(answer.trouble());
                    },
                    (in, job, epoch) -> new Answer.Placed(
                            job,
                            epoch,
                            Fields.list(in, from -> Fields.attempt(from, job)),
                            Fields.bytes(in),
                            in.readString())));

    private AnswerTypes() {}

    /** Reads what follows job and epoch. */
    private interface Content<T> {
        T read(RecordInput in, JobId job, long epoch);
    }

    private static <T extends Answer> MessageType<T> type(
            int id, String name, int maxBytes, Class<T> type, BiConsumer<RecordOutput, T> write, Content<T> read) {
        return new MessageType<>(
                id,
                name,
                maxBytes,
                type,
                (out, answer) -> {
                    Fields.job(out, answer.job());
                    out.writeVarLong(answer.epoch());
                    write.accept(out, answer);
                },
                in -> read.read(in, Fields.job(in), in.readVarLong()));
    }
}
