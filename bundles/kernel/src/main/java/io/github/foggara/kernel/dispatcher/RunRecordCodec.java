package io.github.foggara.kernel.dispatcher;

import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.kernel.config.JobProperties;
import io.github.foggara.kernel.gateway.JobToken;
import io.github.foggara.kernel.jobmaster.CheckpointPlace;
import io.github.foggara.kernel.jobmaster.PendingCommit;
import io.github.foggara.kernel.jobmaster.RunReport;
import io.github.foggara.kernel.program.ProgramId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.CRC32C;

/**
 * Run record to bytes and back: magic, version, length of the body, body, CRC32C of all before it. Integers are big-endian.
 * The bytes are untrusted: whatever is not exactly a record is refused in words. Earlier versions are still read: 1 had no commit
 * at its end, 3 had declined values behind it, 4 has a mark before those, then incidents, and attempts of the vertices;
 * 5 the place of checkpoints behind all that, 6 the token.
 */
final class RunRecordCodec {
    private static final int MAGIC = 0x46475255;
    private static final int VERSION = 6;
    private static final int WITH_CHECKPOINTS = 5;
    private static final int WITH_INCIDENTS = 4;
    private static final int WITHOUT_COMMIT = 1;
    private static final int WITH_DECLINED = 3;
    private static final int HEADER = 10;
    private static final int TRAILER = 4;

    private RunRecordCodec() {}

    static byte[] encode(RunRecord run) {
        RecordOutput body = new RecordOutput(512);
        RunReport status = run.status();
        body.writeLong(run.id().high());
        body.writeLong(run.id().low());
        properties(body, run.accepted());
        body.writeByte(run.code().isPresent() ? 1 : 0);
        run.code().ifPresent(code -> program(body, code));
        body.writeString(status.state().name());
        body.writeByte(status.cause().isPresent() ? 1 : 0);
        status.cause().ifPresent(body::writeString);
        body.writeLong(run.submitted());
        body.writeLong(run.seed());
        body.writeLong(run.ended());
        body.writeInt(run.nextAttempt());
        body.writeVarLong(status.report().size());
        status.report().forEach(body::writeString);
        body.writeVarLong(status.vertices().size());
        status.vertices().forEach(vertex -> vertex(body, vertex));
        body.writeLong(status.workDone());
        body.writeLong(status.workTotal());
        body.writeByte(run.commit().isPresent() ? 1 : 0);
        run.commit().ifPresent(commit -> commit(body, commit));
        body.writeByte(run.declined().isPresent() ? 1 : 0);
        run.declined().ifPresent(declined -> properties(body, declined));
        IncidentInfoCodec.write(body, status.incidents());
        status.vertices().forEach(vertex -> body.writeInt(vertex.attempt()));
        body.writeByte(run.checkpoints().isPresent() ? 1 : 0);
        run.checkpoints().ifPresent(place -> place(body, place));
        body.writeBytes(run.token().bytes(), 0, JobToken.LENGTH);
        RecordOutput file = new RecordOutput(body.length() + HEADER + TRAILER);
        file.writeInt(MAGIC);
        file.writeShort(VERSION);
        file.writeInt(body.length());
        file.writeBytes(body.array(), 0, body.length());
        file.writeInt(checksum(file.array(), file.length()));
        return file.toByteArray();
    }

    private static void program(RecordOutput out, ProgramId code) {
        out.writeString(code.name());
        out.writeString(code.bundle());
        out.writeString(code.hash());
    }

    private static void place(RecordOutput out, CheckpointPlace place) {
        out.writeString(place.service());
        map(out, place.options());
    }

    /**
     * @throws IllegalArgumentException saying what is wrong
     */
    static RunRecord decode(byte[] bytes) {
        if (bytes.length < HEADER + TRAILER) {
            throw new IllegalArgumentException("it has only " + bytes.length + " bytes");
        }
        RecordInput header = new RecordInput(bytes, 0, HEADER);
        if (header.readInt() != MAGIC) {
            throw new IllegalArgumentException("it is not a run record");
        }
        int version = header.readShort();
        int length = header.readInt();
        int stored = new RecordInput(bytes, bytes.length - TRAILER, TRAILER).readInt();
        if (length != bytes.length - HEADER - TRAILER || stored != checksum(bytes, bytes.length - TRAILER)) {
            throw new IllegalArgumentException("its checksum or length is wrong");
        }
        if (version < WITHOUT_COMMIT || version > VERSION) {
            throw new IllegalArgumentException(
                    "it has version " + version + ", this container reads " + WITHOUT_COMMIT + " to " + VERSION);
        }
        RecordInput body = new RecordInput(Arrays.copyOfRange(bytes, HEADER, bytes.length - TRAILER));
        RunRecord run = body(body, version);
        if (body.remaining() != 0) {
            throw new IllegalArgumentException("it has " + body.remaining() + " bytes too many");
        }
        return run;
    }

    private static RunRecord body(RecordInput in, int version) {
        JobId id = new JobId(in.readLong(), in.readLong());
        JobProperties accepted = properties(in);
        Optional<ProgramId> code = in.readByte() == 0
                ? Optional.empty()
                : Optional.of(new ProgramId(in.readString(), in.readString(), in.readString()));
        JobStatus state = JobStatus.valueOf(in.readString());
        Optional<String> cause = in.readByte() == 0 ? Optional.empty() : Optional.of(in.readString());
        long submitted = in.readLong();
        long seed = in.readLong();
        long ended = in.readLong();
        int nextAttempt = in.readInt();
        if (nextAttempt < 0) {
            throw new IllegalArgumentException("its attempt number is negative");
        }
        List<String> report = list(in, RecordInput::readString);
        List<VertexInfo> vertices = list(in, RunRecordCodec::vertex);
        long workDone = in.readLong();
        long workTotal = in.readLong();
        Optional<PendingCommit> commit =
                version == WITHOUT_COMMIT || in.readByte() == 0 ? Optional.empty() : Optional.of(commit(in));
        boolean hasDeclined = version == WITH_DECLINED || version >= WITH_INCIDENTS && in.readByte() != 0;
        Optional<JobProperties> declined = hasDeclined ? Optional.of(properties(in)) : Optional.empty();
        List<IncidentInfo> incidents = version >= WITH_INCIDENTS ? list(in, IncidentInfoCodec::read) : List.of();
        if (version >= WITH_INCIDENTS) {
            vertices = vertices.stream().map(v -> v.attempt(in.readInt())).toList();
        }
        Optional<CheckpointPlace> place = version >= WITH_CHECKPOINTS && in.readByte() != 0
                ? Optional.of(new CheckpointPlace(in.readString(), map(in)))
                : Optional.empty();
        JobToken token = version == VERSION ? new JobToken(in.readBytes(JobToken.LENGTH)) : unknown(id, seed);
        RunReport status = new RunReport(state, cause, vertices, workDone, workTotal, incidents, report, List.of());
        return new RunRecord(
                id, accepted, code, submitted, seed, token, ended, nextAttempt, commit, declined, place, status);
    }

    /** Of a run that began before there were tokens, and so when all of it was in one container. It can be guessed by who knows the run. */
    private static JobToken unknown(JobId id, long seed) {
        ByteBuffer bits = ByteBuffer.allocate(JobToken.LENGTH);
        return new JobToken(
                bits.putLong(id.high()).putLong(id.low()).putLong(seed).array());
    }

    private static void properties(RecordOutput out, JobProperties properties) {
        out.writeString(properties.program());
        map(out, properties.options());
        map(out, properties.arguments());
    }

    private static JobProperties properties(RecordInput in) {
        return new JobProperties(in.readString(), map(in), map(in));
    }

    private static void commit(RecordOutput out, PendingCommit commit) {
        out.writeString(commit.fingerprint());
        out.writeVarLong(commit.committables().size());
        commit.committables().forEach((uid, list) -> {
            out.writeString(uid);
            out.writeVarLong(list.size());
            for (byte[] bytes : list) {
                out.writeVarLong(bytes.length);
                out.writeBytes(bytes, 0, bytes.length);
            }
        });
    }

    private static PendingCommit commit(RecordInput in) {
        String fingerprint = in.readString();
        Map<String, List<byte[]>> committables = new TreeMap<>();
        for (int left = in.readLength(); left > 0; left--) {
            String uid = in.readString();
            if (committables.put(uid, list(in, bytes -> bytes.readBytes(bytes.readLength()))) != null) {
                throw new IllegalArgumentException("it has two lists of committables of sink '" + uid + "'");
            }
        }
        PendingCommit commit = new PendingCommit(fingerprint, committables);
        if (commit.bytes() > PendingCommit.LIMIT) {
            throw new IllegalArgumentException("it has " + commit.bytes() + " bytes of committables");
        }
        return commit;
    }

    private static <T> List<T> list(RecordInput in, Function<RecordInput, T> element) {
        List<T> list = new ArrayList<>();
        for (int left = in.readLength(); left > 0; left--) {
            list.add(element.apply(in));
        }
        return List.copyOf(list);
    }

    private static void vertex(RecordOutput out, VertexInfo vertex) {
        out.writeString(vertex.name());
        out.writeInt(vertex.source() ? -vertex.parallelism() : vertex.parallelism());
        out.writeInt(vertex.running());
        out.writeInt(vertex.finished());
        out.writeLong(vertex.recordsIn());
        out.writeLong(vertex.recordsOut());
    }

    /** The parallelism of a source is negative, so that records stay readable from before sources were told apart. */
    private static VertexInfo vertex(RecordInput in) {
        String name = in.readString();
        int parallelism = in.readInt();
        return new VertexInfo(
                name,
                Math.abs(parallelism),
                parallelism < 0,
                in.readInt(),
                in.readInt(),
                0,
                in.readLong(),
                in.readLong());
    }

    private static void map(RecordOutput out, Map<String, String> map) {
        out.writeVarLong(map.size());
        new TreeMap<>(map).forEach((key, value) -> {
            out.writeString(key);
            out.writeString(value);
        });
    }

    private static Map<String, String> map(RecordInput in) {
        Map<String, String> map = new TreeMap<>();
        for (int left = in.readLength(); left > 0; left--) {
            map.put(in.readString(), in.readString());
        }
        return map;
    }

    private static int checksum(byte[] bytes, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }
}
