package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.Segment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Segments: which there are, what is written, and what comes back. */
class SpoolCutTest {
    private static final int PAGE = 4096;

    private final SimulatedSpillDisk disk = new SimulatedSpillDisk();
    private final SpillDirectories directories = SpillDirectories.open(List.of(Path.of("/disk")), Long.MAX_VALUE, disk);
    private final AttemptSpillSpace space = directories.space(Blocks.OWNER);
    private final Records records = new Records(1);
    private final Spool spool = new Spool(space, "spool", PAGE);

    @AfterEach
    void nothingIsLeft() {
        directories.close();
        assertThat(space.files()).isZero();
        assertThat(disk.openHandles()).isZero();
    }

    @Test
    void nothingHasNoSegment() {
        try (SpoolCut cut = spool.cut()) {
            assertThat(cut.segments()).isEmpty();
            assertThat(cut.records()).isZero();
        }
    }

    @Test
    void aSegmentIsTheSameObjectAsLongAsItsRangeIsTheSame() throws IOException {
        records.add(spool, 3);
        List<Segment> first = cut();
        assertThat(first).hasSize(1);
        assertThat(cut()).containsExactlyElementsOf(first);
        records.add(spool, 3);
        List<Segment> second = cut();
        assertThat(second).hasSize(2);
        assertThat(second.get(0)).isSameAs(first.get(0));
    }

    private List<Segment> cut() {
        try (SpoolCut cut = spool.cut()) {
            return cut.segments();
        }
    }

    @Test
    void whatACutHeldComesBackWhateverWasAddedMeanwhile() throws IOException {
        int seeds = Integer.getInteger("foggara.seeds", 30);
        for (int seed = 0; seed < seeds; seed++) {
            Random random = new Random(seed);
            Records own = new Records(seed);
            Map<Segment, byte[]> written = new IdentityHashMap<>();
            try (Spool one = new Spool(space, "one", PAGE)) {
                for (int step = 0; step < 12; step++) {
                    own.add(one, random.nextInt(120));
                    SpoolCut cut = one.cut();
                    own.add(one, random.nextInt(120));
                    // A snapshot that failed leaves some for the next one.
                    boolean fails = random.nextInt(4) == 0;
                    List<byte[]> segments = new ArrayList<>();
                    for (Segment segment : cut.segments()) {
                        if (!fails || random.nextBoolean()) {
                            segments.add(written.computeIfAbsent(segment, SpoolCutTest::bytes));
                        }
                        own.add(one, random.nextInt(30));
                    }
                    cut.close();
                    if (!fails) {
                        assertRestores(own, segments, cut.records());
                    }
                }
            }
        }
    }

    private static byte[] bytes(Segment segment) {
        try {
            return Records.written(segment);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void assertRestores(Records own, List<byte[]> segments, long count) throws IOException {
        try (Spool restored = new Spool(space, "restored", PAGE * 2)) {
            List<Segment> formers = new ArrayList<>();
            for (byte[] segment : segments) {
                FormerSegment former = Records.former(segment);
                restored.restore(former);
                formers.add(former);
            }
            own.assertYields(restored.read(0), 0, count);
            try (SpoolCut cut = restored.cut()) {
                assertThat(cut.segments()).as("none is written again").containsExactlyElementsOf(formers);
            }
            own.add(restored, 1);
            try (SpoolCut cut = restored.cut()) {
                assertThat(cut.segments().size()).isLessThanOrEqualTo(formers.size() + 1);
            }
        }
    }

    @Test
    void aSegmentCannotBeWrittenWhenItsCutIsClosed() throws IOException {
        records.add(spool, 400);
        SpoolCut cut = spool.cut();
        cut.close();
        cut.close();
        assertThatThrownBy(() -> Records.written(cut.segments().get(0)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        try (SpoolCut next = spool.cut()) {
            assertThat(next.segments()).containsExactlyElementsOf(cut.segments());
            assertThat(Records.written(next.segments().get(0))).isNotEmpty();
        }
    }

    @Test
    void segmentsAreFewAndEachByteIsWrittenAFewTimes() throws IOException {
        Map<Segment, Long> written = new HashMap<>();
        byte[] record = new byte[10_000];
        long bytes = 0;
        int most = 0;
        int cuts = 1500;
        for (int i = 0; i < cuts; i++) {
            spool.add(record, 0, record.length);
            try (SpoolCut cut = spool.cut()) {
                most = Math.max(most, cut.segments().size());
                for (Segment segment : cut.segments()) {
                    if (!written.containsKey(segment)) {
                        long size = Records.written(segment).length;
                        written.put(segment, size);
                        bytes += size;
                    }
                }
            }
        }
        double times = (double) bytes / spool.bytes();
        // 15 MB are four levels of 64 KiB and more; below, at most 64 KiB go with each cut.
        assertThat(times).isBetween(2.0, 1 + 4 + 64.0 * 1024 / 10_000);
        assertThat(most).isBetween(10, 5 * 7 + 1);
    }

    @Test
    void sizesOfAllKindsKeepTheirOrderAndNumber() throws IOException {
        for (int seed = 0; seed < 10; seed++) {
            Random random = new Random(seed);
            byte[] record = new byte[1 << 20];
            long written = 0;
            Map<Segment, Boolean> known = new IdentityHashMap<>();
            try (Spool one = new Spool(space, "one", 1 << 20)) {
                for (int i = 0; i < 200; i++) {
                    one.add(record, 0, 1 << random.nextInt(18));
                    try (SpoolCut cut = one.cut()) {
                        assertThat(cut.segments()).as("seed " + seed).hasSizeLessThan(40);
                        for (Segment segment : cut.segments()) {
                            written += known.put(segment, true) == null ? Records.written(segment).length : 0;
                        }
                    }
                }
                assertThat(written).as("seed " + seed).isLessThan(6 * one.bytes());
            }
        }
    }

    @Test
    void aGapBetweenSegmentsIsRefused() throws IOException {
        records.add(spool, 3);
        cut();
        records.add(spool, 3);
        byte[] second;
        try (SpoolCut cut = spool.cut()) {
            second = Records.written(cut.segments().get(1));
        }
        try (Spool other = new Spool(space, "other", PAGE)) {
            assertThatThrownBy(() -> other.restore(Records.former(second)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("from 3 on follows 0 records");
            other.add(new byte[1], 0, 1);
            assertThatThrownBy(() -> other.restore(Records.former(second))).isInstanceOf(IllegalStateException.class);
        }
    }
}
