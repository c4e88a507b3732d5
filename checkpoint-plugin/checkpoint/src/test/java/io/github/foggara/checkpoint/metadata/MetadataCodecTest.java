package io.github.foggara.checkpoint.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Vertex;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.state.OperatorStateBackend;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;

class MetadataCodecTest {
    private static final int HEADER = 24;

    private static CheckpointMetadata sample() {
        return sample(new StateHandle.InFile("chk-9/1-0-2", 16, 4096, 0xCAFEBABE));
    }

    private static CheckpointMetadata sample(StateHandle inFile) {
        StateHandle inline = new StateHandle.Inline(new byte[] {1, 2, 3});
        OperatorSnapshot operator = new OperatorSnapshot(
                new byte[] {7, 7},
                Optional.of(new OperatorSnapshot.Keyed(
                        "heap",
                        List.of(new OperatorSnapshot.Group(0, inFile), new OperatorSnapshot.Group(127, inline)))),
                List.of(
                        new OperatorSnapshot.Named("s", OperatorStateBackend.Kind.SPLIT, inline),
                        new OperatorSnapshot.Named("u", OperatorStateBackend.Kind.UNION, inline),
                        new OperatorSnapshot.Named("b", OperatorStateBackend.Kind.BROADCAST, inFile)),
                List.of(new byte[] {4}, new byte[0]),
                List.of(new byte[] {5, 6}));
        OperatorSnapshot empty = new OperatorSnapshot(new byte[0], Optional.empty(), List.of(), List.of(), List.of());
        SubtaskSnapshot subtask = new SubtaskSnapshot(
                Map.of("sum", operator, "map", empty),
                true,
                new long[] {1, Long.MAX_VALUE},
                new long[] {3},
                new SubtaskSnapshot.Figures(10, 20, 30, 40));
        return new CheckpointMetadata(
                new JobId(0x0123456789ABCDEFL, -2),
                "zähler",
                9,
                1_700_000_000_000L,
                Kind.SAVEPOINT,
                "f00d",
                List.of(
                        new Vertex("source", List.of("lines"), 3, 128, Map.of("lines", inline), Map.of()),
                        new Vertex("count", List.of("map", "sum"), 4, 128, Map.of(), Map.of(1, subtask, 3, subtask))));
    }

    private static PartName name(StateHandle.InFile part) {
        boolean shared = part.file().startsWith("shared/");
        return new PartName(shared, part.file().substring((shared ? "shared/" : "chk-9/").length()));
    }

    /** What only the second format can say. */
    private static CheckpointMetadata newer() {
        return sample(new StateHandle.InFile("shared/7.1-0-2", 16, 4096, 0xCAFEBABE));
    }

    private static byte[] encoded() {
        return MetadataCodec.encode(sample(), MetadataCodecTest::name);
    }

    private static byte[] encodedNewer() {
        return MetadataCodec.encode(newer(), MetadataCodecTest::name);
    }

    private static CheckpointMetadata decode(byte[] bytes) throws IOException {
        return MetadataCodec.decode("F", bytes, "chk-9", "shared");
    }

    @Test
    void whatWasWrittenComesBack() throws IOException {
        CheckpointMetadata read = decode(encoded());
        assertThat(read).usingRecursiveComparison().isEqualTo(sample());
        assertThat(read.vertices().get(0).finished()).isTrue();
    }

    /** A byte that changes here needs another format number, and the old one must still be read. */
    @Test
    void theBytesAreThese() throws IOException {
        assertGolden("format-1.hex", sample(), encoded());
    }

    @Test
    void theBytesOfTheSecondFormatAreThese() throws IOException {
        assertGolden("format-2.hex", newer(), encodedNewer());
    }

    private void assertGolden(String resource, CheckpointMetadata metadata, byte[] encoded) throws IOException {
        try (var in = getClass().getResourceAsStream(resource)) {
            String golden = new String(in.readAllBytes(), StandardCharsets.US_ASCII).replaceAll("\\s", "");
            assertThat(HexFormat.of().formatHex(encoded)).isEqualTo(golden);
            assertThat(decode(HexFormat.of().parseHex(golden)))
                    .usingRecursiveComparison()
                    .isEqualTo(metadata);
        }
    }

    /** A version that knows no other reads it, or refuses it by its number. */
    @Test
    void theOldestFormatIsWrittenThatCanSayIt() {
        assertThat(ByteBuffer.wrap(encoded()).getInt(8)).isEqualTo(1);
        assertThat(ByteBuffer.wrap(encodedNewer()).getInt(8)).isEqualTo(2);
    }

    @Test
    void whatAFormatDoesNotKnowIsDamageInIt() {
        byte[] bytes = encodedNewer();
        ByteBuffer.wrap(bytes).putInt(8, 1);
        seal(bytes);
        assertThatThrownBy(() -> decode(bytes))
                .isInstanceOf(DamagedMetadataException.class)
                .hasMessageContaining("key group 0 is 2, not 0 to 1");
    }

    /** SPEC-147 A28: subtasks 0 and 2 of 4 have finished; all of a vertex have. */
    @Test
    void finishedSubtasksAreNegative() {
        byte[] bytes = encoded();
        String hex = HexFormat.of().formatHex(bytes);
        assertThat(hex)
                .contains("ffffffff" + "00000005"
                        + HexFormat.of().formatHex("count".getBytes(StandardCharsets.US_ASCII)));
        assertThat(hex).contains("00000004" + "ffffffff" + "00000001" + "01").contains("fffffffd" + "00000003" + "01");
    }

    @Test
    void aNewerFormatIsRefusedByItsNumber() {
        byte[] bytes = encoded();
        ByteBuffer.wrap(bytes).putInt(8, 7);
        seal(bytes);
        assertThatThrownBy(() -> decode(bytes))
                .isInstanceOf(NewerFormatException.class)
                .hasMessageContaining("format 7")
                .hasMessageContaining("up to 2")
                .hasMessageContaining("F has");
    }

    @Test
    void segmentsComeBackAndAreOfFormat2() throws IOException {
        for (OperatorStateBackend.Kind kind :
                List.of(OperatorStateBackend.Kind.SUBTASK_SEGMENTS, OperatorStateBackend.Kind.GROUP_SEGMENTS)) {
            StateHandle inline = new StateHandle.Inline(new byte[] {1});
            StateHandle shared = new StateHandle.InFile("shared/9.1-0-2", 0, 4096, 7);
            OperatorSnapshot operator = new OperatorSnapshot(
                    new byte[] {7},
                    Optional.empty(),
                    List.of(
                            new OperatorSnapshot.Named("head", kind, inline),
                            new OperatorSnapshot.Named("0", kind, shared)),
                    List.of(),
                    List.of());
            CheckpointMetadata metadata = new CheckpointMetadata(
                    new JobId(1, 2),
                    "job",
                    9,
                    0,
                    Kind.CHECKPOINT,
                    "f",
                    List.of(new Vertex(
                            "v",
                            List.of("sort"),
                            1,
                            128,
                            Map.of(),
                            Map.of(
                                    0,
                                    new SubtaskSnapshot(
                                            Map.of("sort", operator),
                                            false,
                                            new long[0],
                                            new long[0],
                                            new SubtaskSnapshot.Figures(0, 0, 0, 0))))));
            byte[] bytes = MetadataCodec.encode(metadata, MetadataCodecTest::name);
            assertThat(ByteBuffer.wrap(bytes).getInt(8)).isEqualTo(2);
            assertThat(decode(bytes)).usingRecursiveComparison().isEqualTo(metadata);
        }
    }

    @Test
    void aFileOfSomethingElseIsRefused() {
        for (byte[] bytes : List.of(
                new byte[0], new byte[23], new byte[24], new byte[1000], "%PDF".getBytes(StandardCharsets.US_ASCII))) {
            assertThatThrownBy(() -> decode(bytes)).isInstanceOf(DamagedMetadataException.class);
        }
    }

    /** With both checksums right: only what the content says is wrong. */
    @Test
    void aForgedFileIsRefusedOrReadAndNothingElse() {
        byte[][] both = {encoded(), encodedNewer()};
        Random random = new Random(4);
        for (int round = 0; round < 200_000; round++) {
            byte[] good = both[round % 2];
            byte[] forged = random.nextInt(8) == 0 ? shorter(good, random) : good.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                int position = HEADER + random.nextInt(forged.length - HEADER);
                forged[position] = (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(3) - 1);
            }
            seal(forged);
            try {
                decode(forged);
            } catch (DamagedMetadataException expected) {
                assertThat(expected).hasMessageContaining("F is damaged");
            } catch (IOException e) {
                throw new AssertionError("round " + round, e);
            }
        }
    }

    private static byte[] shorter(byte[] good, Random random) {
        return Arrays.copyOf(good, HEADER + 4 + random.nextInt(good.length - HEADER - 4));
    }

    private static void seal(byte[] file) {
        ByteBuffer buffer = ByteBuffer.wrap(file);
        buffer.putLong(12, file.length - HEADER - 4);
        buffer.putInt(20, crc(file, 0, 20));
        buffer.putInt(file.length - 4, crc(file, HEADER, file.length - HEADER - 4));
    }

    private static int crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    @Test
    void aSharedPartHasAPlainNameThatSaysWhatItWasWrittenFor() {
        for (String name :
                List.of("7.../x", "../7.x", "x", "7", "7.", "0.x", "07.x", "-7.x", "7._metadata", ".tmp-7.x")) {
            byte[] bytes = MetadataCodec.encode(sample(), part -> new PartName(true, name));
            assertThatThrownBy(() -> decode(bytes))
                    .as(name)
                    .isInstanceOf(DamagedMetadataException.class)
                    .hasMessageContaining("no name of a part");
        }
    }

    @Test
    void aPartHasAPlainName() {
        for (String name : List.of("../x", "/etc/passwd", "a/b", "..", ".tmp-a", "", "_metadata", "a\u0000b")) {
            byte[] bytes = MetadataCodec.encode(sample(), part -> new PartName(false, name));
            assertThatThrownBy(() -> decode(bytes))
                    .as(name)
                    .isInstanceOf(DamagedMetadataException.class)
                    .hasMessageContaining("no name of a part");
        }
    }
}
