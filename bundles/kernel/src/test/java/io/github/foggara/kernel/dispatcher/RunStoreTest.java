package io.github.foggara.kernel.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.client.FailureInfo;
import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.kernel.config.JobProperties;
import io.github.foggara.kernel.fixture.Secret;
import io.github.foggara.kernel.gateway.JobToken;
import io.github.foggara.kernel.jobmaster.CheckpointPlace;
import io.github.foggara.kernel.jobmaster.PendingCommit;
import io.github.foggara.kernel.jobmaster.RunReport;
import io.github.foggara.kernel.program.ProgramId;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunStoreTest {
    @TempDir
    Path root;

    private static final RunRecord WITHOUT_COMMIT = new RunRecord(
            new JobId(1, -2),
            new JobProperties("wört", Map.of("parallelism", "3"), Map.of("input", "日本")),
            Optional.of(new ProgramId("wört", "bundle/1", "abc")),
            5,
            6,
            new JobToken(ByteBuffer.allocate(JobToken.LENGTH)
                    .putLong(1)
                    .putLong(-2)
                    .putLong(6)
                    .array()),
            -1,
            7,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new RunReport(
                    JobStatus.RUNNING,
                    Optional.of("why"),
                    List.of(new VertexInfo("v", 3, false, 2, 1, 0, 10, 20)),
                    8,
                    9,
                    List.of(),
                    List.of("line 1", "line 2"),
                    List.of()));
    private static final RunRecord RECORD = WITHOUT_COMMIT.committing(new PendingCommit(
            "finger", Map.of("counts", List.of(new byte[] {1, 2}, new byte[0]), "sink", List.of())));

    private static final RunRecord DECLINED =
            RECORD.declined(Optional.of(new JobProperties("other", Map.of("parallelism", "4"), Map.of("input", "ж"))));

    /** The record as version 1 wrote it. */
    private static final String VERSION_1 =
            "464752550001000000ae0000000000000001fffffffffffffffe0577c3b67274010b706172616c6c656c69736d0133010569"
                    + "6e70757406e697a5e69cac010577c3b672740862756e646c652f31036162630752554e4e494e470103776879000000000000"
                    + "00050000000000000006ffffffffffffffff0000000702066c696e652031066c696e65203201017600000003000000020000"
                    + "0001000000000000000a0000000000000014000000000000000800000000000000093cc7e057";

    @Test
    void whatIsSavedIsLoaded() throws Exception {
        RunStore store = new RunStore(root);
        assertThat(store.load("a")).isEmpty();
        store.save("a", RECORD);
        assertThat(store.load("a")).contains(RECORD);
        assertThat(new RunStore(root).load("a")).contains(RECORD);
        store.save("a", RECORD.beginning(12, new ProgramId("p", "b", "h")));
        assertThat(store.load("a").orElseThrow().nextAttempt()).isEqualTo(13);
        try (var files = Files.list(root.resolve("a"))) {
            assertThat(files.map(f -> f.getFileName().toString())).containsExactly("run");
        }
        store.delete("a");
        assertThat(root.resolve("a")).doesNotExist();
    }

    @Test
    void everythingOfARecordComesBack() {
        assertThat(RunRecordCodec.decode(RunRecordCodec.encode(DECLINED))).isEqualTo(DECLINED);
        IncidentInfo restarted = new IncidentInfo(
                1,
                5,
                List.of(new FailureInfo(4, "lines", 1, 2, "user code", "boom"), new FailureInfo(4, "", 0, 0, "x", "y")),
                "region (b/1)",
                "lines (2)",
                250,
                Optional.empty());
        IncidentInfo gaveUp = new IncidentInfo(2, 6, List.of(), "", "", 0, Optional.of("enough"));
        RunReport before = RECORD.status();
        RunRecord record = RECORD.status(
                new RunReport(
                        before.state(),
                        before.cause(),
                        List.of(new VertexInfo("v", 3, false, 2, 1, 7, 10, 20)),
                        before.workDone(),
                        before.workTotal(),
                        List.of(restarted, gaveUp),
                        before.report(),
                        List.of()),
                9);
        assertThat(RunRecordCodec.decode(RunRecordCodec.encode(record))).isEqualTo(record);
    }

    @Test
    void theFormatsBeforeThereWereIncidentsAreStillRead() {
        byte[] first = HexFormat.of().parseHex(VERSION_1);
        RecordOutput second = new RecordOutput(512);
        second.writeBytes(first, 10, first.length - 14);
        second.writeByte(0);
        assertThat(RunRecordCodec.decode(file(2, second))).isEqualTo(WITHOUT_COMMIT);
        RecordOutput third = second;
        third.writeString("other");
        third.writeVarLong(1);
        third.writeString("parallelism");
        third.writeString("4");
        third.writeVarLong(0);
        assertThat(RunRecordCodec.decode(file(3, third)))
                .isEqualTo(WITHOUT_COMMIT.declined(
                        Optional.of(new JobProperties("other", Map.of("parallelism", "4"), Map.of()))));
    }

    @Test
    void theFormatBeforeThereWerePlacesOfCheckpointsIsStillRead() {
        byte[] now = RunRecordCodec.encode(DECLINED);
        RecordOutput fourth = new RecordOutput(512);
        fourth.writeBytes(now, 10, now.length - 15 - JobToken.LENGTH);
        assertThat(RunRecordCodec.decode(file(4, fourth))).isEqualTo(DECLINED);
        RunRecord placed = DECLINED.checkpoints(Optional.of(new CheckpointPlace("default", Map.of("dir", "日本"))));
        byte[] whole = RunRecordCodec.encode(placed);
        assertThat(RunRecordCodec.decode(whole)).isEqualTo(placed);
        RecordOutput fifth = new RecordOutput(512);
        fifth.writeBytes(whole, 10, whole.length - 14 - JobToken.LENGTH);
        assertThat(RunRecordCodec.decode(file(5, fifth))).isEqualTo(placed);
    }

    private static byte[] file(int version, RecordOutput body) {
        RecordOutput file = new RecordOutput(512);
        file.writeInt(0x46475255);
        file.writeShort(version);
        file.writeInt(body.length());
        file.writeBytes(body.array(), 0, body.length());
        file.writeInt(0);
        byte[] bytes = file.toByteArray();
        seal(bytes);
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRecordCutAnywhereIsRefused(boolean declined) {
        byte[] whole = RunRecordCodec.encode(declined ? DECLINED : RECORD);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> RunRecordCodec.decode(cut))
                    .as("cut at %d", length)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThatThrownBy(() -> RunRecordCodec.decode(longer)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everyFlippedBitIsFound() {
        byte[] whole = RunRecordCodec.encode(DECLINED);
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertThatThrownBy(() -> RunRecordCodec.decode(flipped))
                    .as("bit %d", bit)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void whatIsWrongInsideAValidChecksumIsRefusedOrAnotherRecord() {
        byte[] whole = RunRecordCodec.encode(DECLINED);
        for (int at = 10; at < whole.length - 4; at++) {
            for (int value : new int[] {0, 1, 0x7F, 0x80, 0xFF}) {
                byte[] changed = whole.clone();
                changed[at] = (byte) value;
                seal(changed);
                try {
                    RunRecordCodec.decode(changed);
                } catch (IllegalArgumentException refused) {
                    assertThat(refused).hasMessageMatching("(?s).+");
                }
            }
        }
    }

    @Test
    void tooManyCommittablesAreRefused() {
        byte[] large = new byte[(int) PendingCommit.LIMIT];
        assertThat(RunRecordCodec.decode(RunRecordCodec.encode(committing(large))))
                .isEqualTo(committing(large));
        byte[] tooLarge = RunRecordCodec.encode(committing(large, new byte[1]));
        assertThatThrownBy(() -> RunRecordCodec.decode(tooLarge))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bytes of committables");
    }

    @Test
    void theFormatBeforeThereWereCommitsIsStillRead() {
        byte[] old = HexFormat.of().parseHex(VERSION_1);
        assertThat(RunRecordCodec.decode(old)).isEqualTo(WITHOUT_COMMIT);
        old[5] = 7;
        seal(old);
        assertThatThrownBy(() -> RunRecordCodec.decode(old)).hasMessageContaining("version 7");
    }

    private static RunRecord committing(byte[]... bytes) {
        return RECORD.committing(new PendingCommit("f", Map.of("s", List.of(bytes))));
    }

    /** Puts the right checksum at the end. */
    private static void seal(byte[] file) {
        CRC32C crc = new CRC32C();
        crc.update(file, 0, file.length - 4);
        ByteBuffer.wrap(file).putInt(file.length - 4, (int) crc.getValue());
    }

    @Test
    void damageIsToldWithFileAndRemedy() throws Exception {
        RunStore store = new RunStore(root);
        store.save("a", RECORD);
        Files.write(root.resolve("a").resolve("run"), new byte[] {1, 2, 3});
        assertThatThrownBy(() -> store.load("a"))
                .isInstanceOf(RunStore.DamagedRunException.class)
                .hasMessageContainingAll(root.resolve("a").resolve("run").toString(), "3 bytes", "job:start");
    }

    @Test
    void aLeftoverTemporaryFileIsHarmless() throws Exception {
        RunStore store = new RunStore(root);
        store.save("a", RECORD);
        Files.write(root.resolve("a").resolve("run.tmp"), new byte[] {1});
        assertThat(store.load("a")).contains(RECORD);
        store.save("a", RECORD);
        assertThat(root.resolve("a").resolve("run.tmp")).doesNotExist();
    }

    @Test
    void aRecordDoesNotShowTheTokenOfItsRun() {
        new Secret(RECORD.token().bytes()).assertNotIn(RECORD);
    }

    @Test
    void aNameIsNeverAPath() {
        RunStore store = new RunStore(root);
        for (String name : List.of("..", ".", "../a", "a/b", "a\\b", "", ".hidden", "a\0", "ä", "x".repeat(101))) {
            assertThatThrownBy(() -> store.save(name, RECORD))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("job name");
        }
        assertThat(root).isEmptyDirectory();
    }
}
