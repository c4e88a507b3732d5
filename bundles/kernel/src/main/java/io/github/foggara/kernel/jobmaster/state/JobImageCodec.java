package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * An image of a job as bytes: CRC32C of what follows (big-endian), then tagged fields, of which many are the fields of the events they
 * came from. It stands for all events before it, so it has a checksum also in a store that has none. The bytes are untrusted.
 */
final class JobImageCodec {
    private static final int STARTED = 1;
    private static final int NEXT_ATTEMPT = 2;
    /** One for each vertex: its number of subtasks, then the attempt of each. */
    private static final int ATTEMPTS = 3;

    private static final int FINISHED = 4;
    private static final int INCIDENTS = 5;
    private static final int INCIDENT = 6;
    private static final int IN_SHORT = 7;
    private static final int LAST_ISSUED = 8;
    private static final int COMPLETED = 9;
    private static final int ENDED = 10;
    private static final int LOG_REPLACED = 11;
    /** Of a checkpoint that ended, beside those of its summary. */
    private static final int ENDED_ID = 1;

    private static final int ENDED_POINTER = 2;
    private static final int ENDED_FAILURE = 3;

    private JobImageCodec() {}

    static byte[] encode(JobImage image) {
        TaggedOutput out = new TaggedOutput();
        image.started().ifPresent(e -> bytes(out, STARTED, JobEventCodec.jobStarted(e)));
        out.number(NEXT_ATTEMPT, image.lastAttempt() + 1L);
        for (List<Integer> vertex : image.attempts()) {
            out.field(ATTEMPTS, f -> {
                f.writeVarLong(vertex.size());
                vertex.forEach(f::writeVarLong);
            });
        }
        image.finished().forEach(e -> bytes(out, FINISHED, JobEventCodec.taskFinished(e)));
        out.number(INCIDENTS, image.incidents().count());
        image.incidents().newest().forEach(i -> bytes(out, INCIDENT, IncidentCodec.encode(i)));
        image.incidents().history().forEach(i -> out.field(IN_SHORT, f -> inShort(f, i)));
        Checkpoints.Image checkpoints = image.checkpoints();
        out.number(LAST_ISSUED, checkpoints.lastIssued());
        checkpoints
                .completed()
                .forEach(p ->
                        bytes(out, COMPLETED, CheckpointEventCodec.pointer(p).bytes()));
        checkpoints.history().forEach(e -> bytes(out, ENDED, ended(e)));
        checkpoints.logReplaced().ifPresent(words -> out.text(LOG_REPLACED, CheckpointEventCodec.cut(words)));
        byte[] fields = out.bytes();
        return ByteBuffer.allocate(Integer.BYTES + fields.length)
                .putInt(crc(fields, 0))
                .put(fields)
                .array();
    }

    private static void bytes(TaggedOutput out, int tag, byte[] content) {
        out.field(tag, f -> f.writeBytes(content, 0, content.length));
    }

    private static int crc(byte[] bytes, int from) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, bytes.length - from);
        return (int) crc.getValue();
    }

    private static void inShort(RecordOutput out, FailoverHistory.Incident incident) {
        out.writeVarLong(incident.number());
        out.writeVarLong(incident.millis());
        out.writeVarLong(incident.delayMillis());
        out.writeString(incident.kind().name());
    }

    private static byte[] ended(Checkpoints.Ended ended) {
        TaggedOutput out = new TaggedOutput().number(ENDED_ID, ended.id());
        ended.pointer()
                .ifPresent(p -> bytes(
                        out, ENDED_POINTER, CheckpointEventCodec.pointer(p).bytes()));
        ended.failure().ifPresent(words -> out.text(ENDED_FAILURE, CheckpointEventCodec.cut(words)));
        return CheckpointEventCodec.summary(out, ended.summary()).bytes();
    }

    /**
     * @throws IllegalArgumentException saying what is wrong
     */
    static JobImage decode(JobId job, byte[] payload) {
        if (payload.length < Integer.BYTES || ByteBuffer.wrap(payload).getInt() != crc(payload, Integer.BYTES)) {
            throw new IllegalArgumentException("The image of the job is damaged: its checksum is another one");
        }
        TaggedInput in = new TaggedInput(payload, Integer.BYTES);
        return new JobImage(
                in.one(STARTED, Optional.empty(), f -> Optional.of(JobEventCodec.jobStarted(fields(f)))),
                TaggedInput.index(in.number(NEXT_ATTEMPT)) - 1,
                in.all(ATTEMPTS, JobImageCodec::attempts),
                in.all(FINISHED, f -> JobEventCodec.taskFinished(fields(f))),
                new Incidents.Image(
                        in.number(INCIDENTS),
                        in.all(INCIDENT, f -> IncidentCodec.decode(job, fields(f))),
                        in.all(IN_SHORT, JobImageCodec::inShort)),
                new Checkpoints.Image(
                        in.number(LAST_ISSUED),
                        in.all(COMPLETED, f -> CheckpointEventCodec.pointer(fields(f))),
                        in.all(ENDED, f -> ended(fields(f))),
                        in.one(LOG_REPLACED, Optional.<String>empty(), f -> Optional.of(f.readString()))));
    }

    private static TaggedInput fields(RecordInput in) {
        return new TaggedInput(in.readBytes(in.remaining()));
    }

    private static List<Integer> attempts(RecordInput in) {
        int count = in.readLength();
        List<Integer> attempts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            attempts.add(TaggedInput.index(in.readVarLong()));
        }
        return attempts;
    }

    private static FailoverHistory.Incident inShort(RecordInput in) {
        return new FailoverHistory.Incident(
                in.readVarLong(), in.readVarLong(), in.readVarLong(), IncidentCodec.kind(in.readString()));
    }

    private static Checkpoints.Ended ended(TaggedInput in) {
        return new Checkpoints.Ended(
                in.number(ENDED_ID),
                in.one(ENDED_POINTER, Optional.empty(), f -> Optional.of(CheckpointEventCodec.pointer(fields(f)))),
                in.one(ENDED_FAILURE, Optional.<String>empty(), f -> Optional.of(f.readString())),
                CheckpointEventCodec.summary(in));
    }
}
