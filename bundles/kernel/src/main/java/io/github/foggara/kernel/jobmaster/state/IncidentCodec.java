package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Incidents and failures as fields of events. Classes of failures go by name: their order may change. */
final class IncidentCodec {
    /** Characters of a failure's words that are kept in the log. */
    static final int WORDS_LIMIT = 8000;

    private IncidentCodec() {}

    static byte[] encode(Incident incident) {
        TaggedOutput out = new TaggedOutput()
                .number(1, incident.number())
                .number(2, incident.millis())
                .text(3, incident.strategy())
                .field(4, f -> TaskSets.write(f, incident.restarted()))
                .number(5, incident.delayMillis());
        incident.gaveUp().ifPresent(words -> out.text(6, cut(words)));
        incident.failures().forEach(failure -> out.field(7, f -> failure(f, failure)));
        return out.bytes();
    }

    static Incident decode(JobId job, TaggedInput in) {
        List<Failure> failures = in.all(7, f -> failure(job, f));
        if (failures.isEmpty()) {
            throw new IllegalArgumentException("An incident without a failure");
        }
        return new Incident(
                in.number(1),
                in.number(2),
                failures,
                in.text(3),
                in.one(4, Set.of(), TaskSets::read),
                in.number(5),
                in.one(6, Optional.<String>empty(), f -> Optional.of(f.readString())));
    }

    static void failure(RecordOutput out, Failure failure) {
        out.writeString(failure.kind().name());
        out.writeVarLong(failure.millis());
        out.writeVarLong(failure.attempt());
        out.writeString(cut(failure.words()));
        out.writeByte(failure.task().isPresent() ? 1 : 0);
        failure.task().ifPresent(task -> task(out, task));
        out.writeByte(failure.partition().isPresent() ? 1 : 0);
        failure.partition().ifPresent(partition -> {
            ExecutionAttemptId producer = partition.producer();
            task(out, new TaskId(producer.vertex(), producer.subtask()));
            out.writeVarLong(producer.attempt());
            out.writeVarLong(partition.output());
        });
    }

    static Failure failure(JobId job, RecordInput in) {
        FailureClass kind = kind(in.readString());
        long millis = in.readVarLong();
        int attempt = TaggedInput.index(in.readVarLong());
        String words = in.readString();
        Optional<TaskId> task = in.readByte() == 0 ? Optional.empty() : Optional.of(task(in));
        Optional<ResultPartitionId> partition = in.readByte() == 0 ? Optional.empty() : Optional.of(partition(job, in));
        return new Failure(task, attempt, kind, millis, partition, words);
    }

    static FailureClass kind(String name) {
        for (FailureClass kind : FailureClass.values()) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("A failure has the class '" + name + "', which this engine does not know");
    }

    private static void task(RecordOutput out, TaskId task) {
        out.writeVarLong(task.vertex());
        out.writeVarLong(task.subtask());
    }

    private static TaskId task(RecordInput in) {
        return new TaskId(TaggedInput.index(in.readVarLong()), TaggedInput.index(in.readVarLong()));
    }

    private static ResultPartitionId partition(JobId job, RecordInput in) {
        TaskId producer = task(in);
        int attempt = TaggedInput.index(in.readVarLong());
        return new ResultPartitionId(
                new ExecutionAttemptId(job, producer.vertex(), producer.subtask(), attempt),
                TaggedInput.index(in.readVarLong()));
    }

    private static String cut(String words) {
        return words.length() <= WORDS_LIMIT ? words : words.substring(0, WORDS_LIMIT) + "…";
    }
}
