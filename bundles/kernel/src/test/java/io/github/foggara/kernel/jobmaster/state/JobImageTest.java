package io.github.foggara.kernel.jobmaster.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.github.foggara.api.checkpoint.CheckpointContext.Summary;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

/** An image stands for the events before it: whoever goes on from it is where they would have brought him. */
class JobImageTest {
    private static final JobId JOB = new JobId(1, 2);
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 40);
    private static final int EVENTS = 120;

    private final JobEventCodec codec = new JobEventCodec(JOB);

    @Test
    void anImageWithWhatFollowedGivesTheStateOfAllEvents() {
        Set<Class<?>> seen = new HashSet<>();
        for (long seed = 0; seed < SEEDS; seed++) {
            RandomEvents life = new RandomEvents(JOB, seed);
            life.add((int) (seed % EVENTS));
            List<JobEvent> compacted = new ArrayList<>();
            compacted.add(written(new JobEvent.Imaged(life.state().image())));
            int before = life.written().size();
            life.add(EVENTS);
            life.written().forEach(event -> seen.add(event.getClass()));
            life.written().stream().skip(before).map(this::written).forEach(compacted::add);
            JobState whole = JobState.replay(
                    JOB, life.written().stream().map(this::written).toList());
            JobState brief = JobState.replay(JOB, compacted);
            assertSame(seed, brief, whole);
            assertThat(codec.encode(new JobEvent.Imaged(brief.image())))
                    .as("seed " + seed)
                    .isEqualTo(codec.encode(new JobEvent.Imaged(life.state().image())));
        }
        assertThat(seen).as("kinds of events that are written").hasSize(KINDS);
    }

    /** All but three, which end with the process. */
    private static final int KINDS = JobEvent.class.getPermittedSubclasses().length - 3;

    private static void assertSame(long seed, JobState brief, JobState whole) {
        assertThat(brief)
                .as("seed " + seed)
                .usingRecursiveComparison()
                .withStrictTypeChecking()
                .isEqualTo(whole);
    }

    private JobEvent written(JobEvent event) {
        return codec.decode(codec.encode(event));
    }

    @Test
    void anImageBehindTheEventsItStandsForChangesNothing() {
        for (long seed = 0; seed < SEEDS; seed++) {
            RandomEvents life = new RandomEvents(JOB, seed);
            life.add(EVENTS);
            JobState state = JobState.replay(JOB, life.written());
            state.replay(new JobEvent.Imaged(new JobState(JOB).image()));
            assertSame(seed, state, JobState.replay(JOB, life.written()));
        }
    }

    private static JobImage small() {
        JobState state = new JobState(JOB);
        TaskId task = new TaskId(0, 1);
        Failure failure = new Failure(Optional.of(task), 0, FailureClass.USER_CODE, 5, Optional.empty(), "w");
        state.replay(new JobEvent.LogReplaced("l"));
        state.replay(new JobEvent.JobStarted("f", "p", List.of(new JobEvent.JobStarted.Vertex("v", 2)), 3));
        state.replay(new JobEvent.FailureDecided(
                new Incident(1, 9, List.of(failure), "s", Set.of(task), 7, Optional.empty())));
        state.replay(new JobEvent.TaskFinished(task, 4, Map.of(), new Counters(1, 2, 3)));
        Summary summary = new Summary(1, Kind.CHECKPOINT, 2, 3, 4, 5, Optional.empty());
        state.replay(new JobEvent.CheckpointAborted(1, "E", "a", summary));
        state.replay(new JobEvent.CheckpointCompleted(new Pointer(2, 6, Kind.CHECKPOINT, "d", 8), summary));
        return state.image();
    }

    @Test
    void goldenBytes() {
        EventRecord record = codec.encode(new JobEvent.Imaged(small()));
        assertThat(record.type()).isEqualTo(13);
        assertThat(record.version()).isEqualTo(1);
        assertThat(record.durable()).isTrue();
        String kind = "0b0a434845434b504f494e54"; // CHECKPOINT
        String summary = "0a050102030405" + "0b" + kind;
        String pointer = "1a" + "010102" + "020106" + "03" + kind + "04020164" + "050108";
        String failure = "09555345525f434f4445" + "05" + "00" + "0177" + "010001" + "00"; // USER_CODE
        assertThat(HexFormat.of().formatHex(record.payload()))
                .isEqualTo(
                        "86eb7f9f" // computed apart from this code
                                + "0110" + "01020166" + "02020170" + "0303017602" + "040103" // graph
                                + "020105" // next attempt
                                + "0303020304" // attempts
                                + "040a" + "0103000104" + "0203010203" // finished
                                + "050101" // incidents
                                + "0627" + "010101" + "020109" + "03020173" + "0404" + "01000101" + "050107" + "0712"
                                + failure
                                + "070d" + "010907" + "09555345525f434f4445" // in short
                                + "080102" // last issued
                                + "09" + pointer // completed
                                + "0a1b" + "010101" + "03020161" + summary // ended
                                + ("0a33" + "010102" + "02" + pointer + summary)
                                + "0b02016c"); // log replaced
    }

    @Test
    void damagedBytesAreRefused() {
        byte[] good = codec.encode(new JobEvent.Imaged(small())).payload();
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] bad = good.clone();
            bad[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> codec.decode(new EventRecord(13, 1, true, bad)))
                    .withMessageContaining("image of the job is damaged");
        }
        for (int length = 0; length < good.length; length++) {
            byte[] cut = Arrays.copyOf(good, length);
            assertThatIllegalArgumentException().isThrownBy(() -> codec.decode(new EventRecord(13, 1, true, cut)));
        }
    }

    /** Whatever stands there under a right checksum: a state or a refusal. */
    @Test
    void nonsenseIsRefused() {
        byte[] good = codec.encode(new JobEvent.Imaged(small())).payload();
        Random random = new Random(3);
        for (int round = 0; round < 50_000; round++) {
            byte[] bad = good.clone();
            for (int n = random.nextInt(3); n >= 0; n--) {
                bad[4 + random.nextInt(bad.length - 4)] ^= (byte) (1 << random.nextInt(8));
            }
            CRC32C crc = new CRC32C();
            crc.update(bad, 4, bad.length - 4);
            ByteBuffer.wrap(bad).putInt(0, (int) crc.getValue());
            try {
                JobState state = new JobState(JOB);
                state.replay(codec.decode(new EventRecord(13, 1, true, bad)));
                assertThat(state.image()).isNotNull();
            } catch (IllegalArgumentException | IllegalStateException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    void whatContradictsItselfIsRefused() {
        JobImage good = small();
        Checkpoints.Image checkpoints = good.checkpoints();
        assertRefused(with(good, 3, good.attempts(), good.incidents(), checkpoints), "attempt 4 after the last");
        assertRefused(with(good, 4, List.of(List.of(3)), good.incidents(), checkpoints), "other tasks");
        assertRefused(with(good, 4, List.of(List.of(3, 2)), good.incidents(), checkpoints), "Attempt 4 of task");
        Incidents.Image more = new Incidents.Image(
                2, good.incidents().newest(), good.incidents().history());
        assertRefused(with(good, 4, good.attempts(), more, checkpoints), "2 incidents");
        Checkpoints.Image issued =
                new Checkpoints.Image(1, checkpoints.completed(), checkpoints.history(), Optional.empty());
        assertRefused(with(good, 4, good.attempts(), good.incidents(), issued), "checkpoint 2 as complete");
    }

    private static JobImage with(
            JobImage image,
            int lastAttempt,
            List<List<Integer>> attempts,
            Incidents.Image incidents,
            Checkpoints.Image checkpoints) {
        return new JobImage(image.started(), lastAttempt, attempts, image.finished(), incidents, checkpoints);
    }

    private static void assertRefused(JobImage image, String words) {
        assertThatIllegalStateException()
                .isThrownBy(() -> new JobState(JOB).replay(new JobEvent.Imaged(image)))
                .withMessageContaining(words);
    }

    /** However long the run: what an image holds is bounded. */
    @Test
    void anImageDoesNotGrowWithTheRun() {
        RandomEvents life = new RandomEvents(JOB, 1);
        life.add(20_000);
        JobImage image = life.state().image();
        assertThat(image.incidents().newest()).hasSize(JobState.INCIDENTS);
        assertThat(image.incidents().history()).hasSize(FailoverHistory.LIMIT);
        assertThat(image.checkpoints().history()).hasSize(Checkpoints.HISTORY);
        assertThat(image.checkpoints().completed().stream().filter(p -> p.kind() == Kind.SAVEPOINT))
                .hasSizeLessThanOrEqualTo(Checkpoints.SAVEPOINTS);
        assertThat(codec.encode(new JobEvent.Imaged(image)).payload().length).isLessThan(256 << 10);
    }
}
