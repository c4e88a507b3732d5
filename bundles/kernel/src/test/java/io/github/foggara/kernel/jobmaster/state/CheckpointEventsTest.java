package io.github.foggara.kernel.jobmaster.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.foggara.api.checkpoint.CheckpointContext.Summary;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.execution.JobId;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Golden bytes, as in {@link JobEventCodecTest}, and what the events do. */
class CheckpointEventsTest {
    private static final JobId JOB = new JobId(1, 2);
    private static final Summary SUMMARY = new Summary(300, Kind.CHECKPOINT, 4, 5, 6, 7, Optional.of("t"));

    private final JobEventCodec codec = new JobEventCodec(JOB);
    private final JobState state = new JobState(JOB);

    private static JobEvent.CheckpointCompleted completed(long id) {
        return new JobEvent.CheckpointCompleted(new Pointer(id, 2, Kind.CHECKPOINT, "d/c", 9), SUMMARY);
    }

    private static List<JobEvent> all() {
        return List.of(
                new JobEvent.CheckpointIssued(1, Kind.CHECKPOINT),
                completed(1),
                new JobEvent.CheckpointAborted(2, "EXPIRED", "late", SUMMARY),
                new JobEvent.CheckpointDiscarded(1),
                new JobEvent.LogReplaced("torn"));
    }

    @Test
    void goldenBytes() {
        String summary = "0a06ac020405060" + "7" + "0b0b0a434845434b504f494e54" + "0c020174";
        assertBytes(all().get(0), 20, true, "010101" + "020b0a434845434b504f494e54");
        assertBytes(
                all().get(1),
                21,
                true,
                "010101" + "020102" + "030b0a434845434b504f494e54" + "040403642f63" + "050109" + summary);
        assertBytes(all().get(2), 22, false, "010102" + "02080745585049524544" + "0305046c617465" + summary);
        assertBytes(all().get(3), 23, false, "010101");
        assertBytes(all().get(4), 24, true, "010504746f726e");
    }

    @Test
    void everyEventComesBack() {
        all().forEach(event -> assertThat(codec.decode(codec.encode(event))).isEqualTo(event));
        Summary nobody = new Summary(1, Kind.SAVEPOINT, 0, 0, 0, 0, Optional.empty());
        JobEvent aborted = new JobEvent.CheckpointAborted(3, "FAILOVER", "", nobody);
        assertThat(codec.decode(codec.encode(aborted))).isEqualTo(aborted);
    }

    @Test
    void anUnknownKindIsRefusedInWords() {
        byte[] payload = HexFormat.of().parseHex("010101" + "02030258" + "59");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> codec.decode(new EventRecord(20, 1, true, payload)))
                .withMessageContaining("kind 'XY'");
    }

    @Test
    void damagedBytesAreRefused() {
        Random random = new Random(7);
        for (JobEvent event : all()) {
            EventRecord good = codec.encode(event);
            for (int round = 0; round < 5_000; round++) {
                byte[] bad = good.payload().clone();
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
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
    void whatIsCompleteIsKeptUntilItIsDiscarded() {
        for (long id = 1; id <= 3; id++) {
            state.apply(new JobEvent.CheckpointIssued(id, Kind.CHECKPOINT));
        }
        state.apply(completed(1));
        state.apply(completed(3));
        assertThat(state.checkpoints().completed()).extracting(Pointer::id).containsExactly(1L, 3L);
        assertThat(state.checkpoints().newest()).map(Pointer::id).contains(3L);
        assertThat(state.checkpoints().lastIssued()).isEqualTo(3);
        state.apply(new JobEvent.CheckpointDiscarded(1));
        assertThat(state.checkpoints().completed()).extracting(Pointer::id).containsExactly(3L);
        assertThat(state.checkpoints().history()).hasSize(2);
    }

    @Test
    void noIdIsUsedTwiceAndNoneComesTooLate() {
        state.apply(new JobEvent.CheckpointIssued(5, Kind.CHECKPOINT));
        assertThatIllegalStateException()
                .isThrownBy(() -> state.apply(new JobEvent.CheckpointIssued(5, Kind.CHECKPOINT)));
        state.apply(completed(5));
        assertThatIllegalStateException().isThrownBy(() -> state.apply(completed(4)));
    }

    /** A checkpoint of another run that this one begins from. */
    @Test
    void idsGoOnAboveOneThatWasNeverIssuedHere() {
        state.apply(completed(40));
        assertThat(state.checkpoints().lastIssued()).isEqualTo(40);
    }

    @Test
    void theHistoryIsBounded() {
        for (long id = 1; id <= 50; id++) {
            state.apply(new JobEvent.CheckpointAborted(id, "EXPIRED", "late " + id, SUMMARY));
        }
        assertThat(state.checkpoints().history()).hasSize(Checkpoints.HISTORY);
        assertThat(state.checkpoints().history().get(Checkpoints.HISTORY - 1).failure())
                .contains("late 50");
    }

    private void assertBytes(JobEvent event, int type, boolean durable, String hex) {
        EventRecord record = codec.encode(event);
        assertThat(record.type()).isEqualTo(type);
        assertThat(record.durable()).isEqualTo(durable);
        assertThat(HexFormat.of().formatHex(record.payload())).isEqualTo(hex);
    }
}
