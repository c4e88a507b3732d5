package io.github.foggara.kernel.jobmaster.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Golden bytes stand here so that a change of the format is seen; a log written by an earlier version has to stay readable. */
class JobEventCodecTest {
    private static final JobId JOB = new JobId(1, 2);
    private final JobEventCodec codec = new JobEventCodec(JOB);

    private final JobEvent.JobStarted started = new JobEvent.JobStarted(
            "f1",
            "p",
            List.of(new JobEvent.JobStarted.Vertex("lines", 2), new JobEvent.JobStarted.Vertex("out", 1)),
            7);
    private final JobEvent.TaskFinished finished = new JobEvent.TaskFinished(
            new TaskId(1, 0), 3, Map.of("sink", List.of(new byte[] {7, 8}, new byte[0])), new Counters(300, 2, 1));
    private final JobEvent.TasksReset reset = new JobEvent.TasksReset(
            "why", Set.of(new TaskId(0, 0), new TaskId(0, 1), new TaskId(0, 3), new TaskId(2, 5)));
    private final Failure failure = new Failure(
            Optional.of(new TaskId(1, 0)),
            3,
            FailureClass.PARTITION_LOST,
            5,
            Optional.of(new ResultPartitionId(new ExecutionAttemptId(JOB, 0, 1, 2), 0)),
            "w");
    private final Incident incident =
            new Incident(1, 9, List.of(failure), "region (b/1)", Set.of(new TaskId(0, 0)), 250, Optional.empty());

    @Test
    void goldenBytes() {
        assertBytes(started, 1, true, "01030266310202017003070" + "56c696e657302" + "0305036f757401" + "040107");
        assertBytes(finished, 3, false, "0103010003" + "0204ac020201" + "030a0473696e6b020207080" + "0");
        assertBytes(reset, 4, true, "01040377687902" + "0a" + "03000002" + "000301" + "020501");
        assertBytes(
                new JobEvent.FailureNoted(1, failure),
                15,
                false,
                "010101" + "021b" + "0e504152544954494f4e5f4c4f5354" + "05" + "03" + "0177" + "010100" + "0100010200");
        assertBytes(
                new JobEvent.FailureDecided(incident),
                14,
                true,
                "010101" + "020109" + "030d0c726567696f6e2028622f3129" + "040401000001" + "0502fa01" + "071b"
                        + "0e504152544954494f4e5f4c4f5354" + "05" + "03" + "0177" + "010100" + "0100010200");
    }

    @Test
    void everyEventComesBack() {
        assertBack(started);
        assertBack(reset);
        assertBack(new JobEvent.FailureNoted(1, failure));
        assertBack(new JobEvent.FailureDecided(incident));
        Incident gaveUp = new Incident(
                2,
                9,
                List.of(new Failure(Optional.empty(), 0, FailureClass.USER_CODE, 5, Optional.empty(), "root"), failure),
                "",
                Set.of(),
                0,
                Optional.of("enough"));
        assertBack(new JobEvent.FailureDecided(gaveUp));
        JobEvent.TaskFinished back = (JobEvent.TaskFinished) codec.decode(codec.encode(finished));
        assertThat(back.task()).isEqualTo(finished.task());
        assertThat(back.attempt()).isEqualTo(3);
        assertThat(back.progress()).isEqualTo(finished.progress());
        assertThat(back.committables().get("sink")).containsExactly(new byte[] {7, 8}, new byte[0]);
    }

    @Test
    void aTaskThatFinishedCostsLittle() {
        JobEvent event = new JobEvent.TaskFinished(
                new TaskId(900, 900), 900, Map.of(), new Counters(1L << 60, 1L << 60, 1L << 60));
        assertThat(codec.encode(event).payload().length).isLessThan(64);
    }

    @Test
    void aFieldOfALaterVersionIsSkipped() {
        byte[] payload = codec.encode(reset).payload();
        byte[] later = Arrays.copyOf(payload, payload.length + 4);
        later[payload.length] = 99;
        later[payload.length + 1] = 2;
        assertThat(codec.decode(new EventRecord(4, 1, true, later))).isEqualTo(reset);
    }

    @Test
    void anUnknownTypeOrVersionIsRefusedInWords() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.decode(new EventRecord(77, 1, true, new byte[0])))
                .withMessageContaining("type 77");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.decode(new EventRecord(4, 2, true, new byte[0])))
                .withMessageContaining("version 2");
    }

    @Test
    void aVolatileEventIsNeverWritten() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.encode(new JobEvent.AttemptsFound(List.of())))
                .withMessageContaining("never written");
    }

    /** Whatever bytes stand there: an event or a refusal, and never more memory than they could stand for. */
    @Test
    void damagedBytesAreRefused() {
        Random random = new Random(42);
        for (JobEvent event : List.of(started, finished, reset, new JobEvent.FailureDecided(incident))) {
            EventRecord good = codec.encode(event);
            for (int round = 0; round < 20_000; round++) {
                byte[] bad = good.payload().clone();
                for (int n = random.nextInt(3); n >= 0; n--) {
                    bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
                }
                int length = random.nextBoolean() ? bad.length : random.nextInt(bad.length);
                try {
                    codec.decode(new EventRecord(good.type(), 1, true, Arrays.copyOf(bad, length)));
                } catch (IllegalArgumentException e) {
                    assertThat(e.getMessage()).isNotBlank();
                }
            }
        }
    }

    @Test
    void aRunOfSubtasksIsNotLongerThanAVertexCanBe() {
        byte[] payload = HexFormat.of().parseHex("0207010000ffffff7f");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.decode(new EventRecord(4, 1, true, payload)))
                .withMessageContaining("No vertex has the subtasks");
    }

    @Test
    void wordsAreCut() {
        Failure long1 =
                new Failure(Optional.empty(), 0, FailureClass.USER_CODE, 5, Optional.empty(), "x".repeat(100_000));
        JobEvent.FailureNoted back =
                (JobEvent.FailureNoted) codec.decode(codec.encode(new JobEvent.FailureNoted(1, long1)));
        assertThat(back.failure().words())
                .hasSize(IncidentCodec.WORDS_LIMIT + 1)
                .endsWith("…");
    }

    private void assertBack(JobEvent event) {
        assertThat(codec.decode(codec.encode(event))).isEqualTo(event);
    }

    private void assertBytes(JobEvent event, int type, boolean durable, String hex) {
        EventRecord record = codec.encode(event);
        assertThat(record.type()).isEqualTo(type);
        assertThat(record.version()).isEqualTo(1);
        assertThat(record.durable()).isEqualTo(durable);
        assertThat(HexFormat.of().formatHex(record.payload())).isEqualTo(hex);
    }
}
