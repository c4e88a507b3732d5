package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.FormerSegment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A small segment with every bit flipped, and cut at every byte. */
class SegmentDamageTest {
    private static final int COUNT = 5;

    private final Records records = new Records(7);
    private byte[] whole;

    @BeforeEach
    void write() throws IOException {
        whole = written(0);
        records.assertYields(SegmentReader.open(Records.former(whole)), 0, COUNT);
    }

    private byte[] written(int extra) throws IOException {
        SpillDirectories directories =
                SpillDirectories.open(List.of(Path.of("/disk")), Long.MAX_VALUE, new SimulatedSpillDisk());
        try (directories;
                Spool spool = new Spool(directories.space(Blocks.OWNER), "spool", 4096)) {
            records.add(spool, COUNT);
            if (extra > 0) {
                spool.add(new byte[extra], 0, extra);
            }
            try (SpoolCut cut = spool.cut()) {
                return Records.written(cut.segments().get(0));
            }
        }
    }

    @Test
    void everyBitCounts() {
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertRefused(flipped, "bit " + bit);
        }
    }

    @Test
    void everyByteIsNeededAndNoneMore() {
        for (int length = 0; length < whole.length; length++) {
            assertRefused(Arrays.copyOf(whole, length), "cut at " + length);
        }
        assertRefused(Arrays.copyOf(whole, whole.length + 1), "one more");
    }

    @Test
    void noRecordOfADamagedFrameIsGiven() throws IOException {
        byte[] two = written(70_000);
        two[two.length - 10] ^= 1;
        try (SegmentReader reader = SegmentReader.open(Records.former(two))) {
            for (int i = 0; i < COUNT; i++) {
                assertThat(reader.next()).isTrue();
                records.assertIs(i, reader);
            }
            assertThatThrownBy(reader::next).isInstanceOf(IOException.class).hasMessageContaining("frame 1");
        }
    }

    /** Right checksums do not make what they are of right. */
    @Test
    void aForgedLengthIsNotAllocated() throws IOException {
        byte[] body = {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 7, 1, 2};
        assertForgedIsRefused(forged(0, 1, body.length, body), "2147483647 bytes where 2 are left");
        assertForgedIsRefused(forged(0, 1, Integer.MAX_VALUE * 2L, body), "ends in frame 0");
        byte[] endless = {-1, -1, -1, -1, -1, -1, 1};
        assertForgedIsRefused(forged(0, 1, endless.length, endless), "no number");
        byte[] two = {1, 5, 1, 6};
        assertForgedIsRefused(forged(0, 1, two.length, two), "2 bytes are left");
        assertForgedIsRefused(forged(0, 3, two.length, two), "missing");
        assertForgedIsRefused(forged(0, 5, two.length, two), "header");
        assertForgedIsRefused(forged(0, -1, two.length, two), "header");
    }

    private static byte[] forged(long first, long count, long length, byte[] body) {
        CRC32C crc = new CRC32C();
        crc.update(body);
        return ByteBuffer.allocate(SegmentFormat.HEADER + body.length + SegmentFormat.CRC)
                .put(SegmentFormat.header(first, count, length))
                .put(body)
                .putInt((int) crc.getValue())
                .array();
    }

    private static void assertForgedIsRefused(byte[] bytes, String why) {
        assertThatThrownBy(() -> {
                    try (SegmentReader reader = SegmentReader.open(Records.former(bytes))) {
                        while (reader.next()) {
                            // nothing is wanted of it
                        }
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining(why);
    }

    private void assertRefused(byte[] bytes, String how) {
        FormerSegment former = Records.former(bytes);
        assertThatThrownBy(() -> records.assertYields(SegmentReader.open(former), 0, COUNT))
                .as(how)
                .isInstanceOf(IOException.class);
    }
}
