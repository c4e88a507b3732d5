package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.kernel.config.JobOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Events of the durable and relaxed classes to records and back. A payload is made of tagged fields: a later version may add some, an
 * earlier one skips them. The version of a type changes only if an earlier reader would misunderstand it. Numbers of types as in FLIP-383
 * where it has the event.
 *
 * <p>The bytes are untrusted: an unknown type or version, or a payload that is not what its type says, is refused in words.
 */
public final class JobEventCodec {
    private static final int VERSION = 1;
    private static final int JOB_STARTED = 1;
    private static final int TASK_FINISHED = 3;
    private static final int TASKS_RESET = 4;
    private static final int IMAGED = 13;
    private static final int FAILURE_DECIDED = 14;
    private static final int FAILURE_NOTED = 15;

    private final JobId job;

    /**
     * @param job whose log it is: ids of its partitions are written without it
     */
    public JobEventCodec(JobId job) {
        this.job = job;
    }

    /**
     * @throws IllegalArgumentException for a volatile event
     */
    public EventRecord encode(JobEvent event) {
        boolean durable = event.durability() == JobEvent.Durability.DURABLE;
        if (event instanceof JobEvent.JobStarted e) {
            return new EventRecord(JOB_STARTED, VERSION, durable, jobStarted(e));
        } else if (event instanceof JobEvent.TaskFinished e) {
            return new EventRecord(TASK_FINISHED, VERSION, durable, taskFinished(e));
        } else if (event instanceof JobEvent.TasksReset e) {
            byte[] payload = new TaggedOutput()
                    .text(1, e.why())
                    .field(2, f -> TaskSets.write(f, e.tasks()))
                    .bytes();
            return new EventRecord(TASKS_RESET, VERSION, durable, payload);
        } else if (event instanceof JobEvent.FailureDecided e) {
            return new EventRecord(FAILURE_DECIDED, VERSION, durable, IncidentCodec.encode(e.incident()));
        } else if (event instanceof JobEvent.FailureNoted e) {
            byte[] payload = new TaggedOutput()
                    .number(1, e.incident())
                    .field(2, f -> IncidentCodec.failure(f, e.failure()))
                    .bytes();
            return new EventRecord(FAILURE_NOTED, VERSION, durable, payload);
        } else if (event instanceof JobEvent.Imaged e) {
            return new EventRecord(IMAGED, VERSION, durable, JobImageCodec.encode(e.image()));
        }
        return CheckpointEventCodec.encode(event)
                .map(coded -> new EventRecord(coded.type(), VERSION, durable, coded.payload()))
                .orElseThrow(
                        () -> new IllegalArgumentException(event.getClass().getSimpleName() + " is never written"));
    }

    /**
     * @throws IllegalArgumentException saying what is wrong
     */
    public JobEvent decode(EventRecord record) {
        if (record.version() != VERSION) {
            throw new IllegalArgumentException("An event of type " + record.type() + " has version " + record.version()
                    + ", this engine reads " + VERSION);
        }
        if (record.type() == IMAGED) {
            return new JobEvent.Imaged(JobImageCodec.decode(job, record.payload()));
        }
        TaggedInput in = new TaggedInput(record.payload());
        return switch (record.type()) {
            case JOB_STARTED -> jobStarted(in);
            case TASK_FINISHED -> taskFinished(in);
            case TASKS_RESET -> new JobEvent.TasksReset(in.text(1), in.one(2, Set.of(), TaskSets::read));
            case FAILURE_DECIDED -> new JobEvent.FailureDecided(IncidentCodec.decode(job, in));
            case FAILURE_NOTED ->
                new JobEvent.FailureNoted(
                        in.number(1),
                        in.all(2, f -> IncidentCodec.failure(job, f)).stream()
                                .findFirst()
                                .orElseThrow(() -> new IllegalArgumentException("A noted failure without one")));
            default ->
                CheckpointEventCodec.decode(record.type(), in)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "An event has the type " + record.type() + ", which this engine does not know"));
        };
    }

    static byte[] jobStarted(JobEvent.JobStarted event) {
        TaggedOutput out = new TaggedOutput().text(1, event.fingerprint()).text(2, event.program());
        for (JobEvent.JobStarted.Vertex vertex : event.vertices()) {
            out.field(3, f -> {
                f.writeString(vertex.name());
                f.writeVarLong(vertex.parallelism());
            });
        }
        return out.number(4, event.firstAttempt()).bytes();
    }

    static JobEvent.JobStarted jobStarted(TaggedInput in) {
        List<JobEvent.JobStarted.Vertex> vertices = in.all(3, f -> {
            String name = f.readString();
            int parallelism = TaggedInput.index(f.readVarLong());
            if (parallelism < 1 || parallelism > JobOptions.PARALLELISM_LIMIT) {
                throw new IllegalArgumentException("A vertex cannot have " + parallelism + " subtasks");
            }
            return new JobEvent.JobStarted.Vertex(name, parallelism);
        });
        return new JobEvent.JobStarted(in.text(1), in.text(2), vertices, in.index(4));
    }

    static byte[] taskFinished(JobEvent.TaskFinished event) {
        TaggedOutput out = new TaggedOutput()
                .field(1, f -> {
                    f.writeVarLong(event.task().vertex());
                    f.writeVarLong(event.task().subtask());
                    f.writeVarLong(event.attempt());
                })
                .field(2, f -> {
                    f.writeVarLong(event.progress().recordsIn());
                    f.writeVarLong(event.progress().recordsOut());
                    f.writeVarLong(event.progress().workDone());
                });
        new TreeMap<>(event.committables()).forEach((uid, list) -> out.field(3, f -> committables(f, uid, list)));
        return out.bytes();
    }

    private static void committables(RecordOutput out, String uid, List<byte[]> list) {
        out.writeString(uid);
        out.writeVarLong(list.size());
        for (byte[] one : list) {
            out.writeVarLong(one.length);
            out.writeBytes(one, 0, one.length);
        }
    }

    static JobEvent.TaskFinished taskFinished(TaggedInput in) {
        int[] task = in.one(1, new int[3], f -> new int[] {
            TaggedInput.index(f.readVarLong()), TaggedInput.index(f.readVarLong()), TaggedInput.index(f.readVarLong())
        });
        Counters progress =
                in.one(2, Counters.ZERO, f -> new Counters(f.readVarLong(), f.readVarLong(), f.readVarLong()));
        Map<String, List<byte[]>> committables = new HashMap<>();
        in.all(3, f -> committables.put(f.readString(), committables(f)));
        return new JobEvent.TaskFinished(new TaskId(task[0], task[1]), task[2], committables, progress);
    }

    private static List<byte[]> committables(RecordInput in) {
        int count = in.readLength();
        List<byte[]> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(in.readBytes(in.readLength()));
        }
        return list;
    }
}
