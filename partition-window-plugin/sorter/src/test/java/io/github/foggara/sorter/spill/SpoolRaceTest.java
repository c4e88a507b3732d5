package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.Segment;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Segments are written on another thread while the spool grows. */
@Timeout(120)
class SpoolRaceTest {
    private static final int PAGE = 4096;

    @TempDir
    Path root;

    private final SimulatedSpillDisk disk = new SimulatedSpillDisk();
    private final SpillDirectories directories = SpillDirectories.open(List.of(Path.of("/disk")), Long.MAX_VALUE, disk);
    private final AttemptSpillSpace space = directories.space(Blocks.OWNER);

    @AfterEach
    void close() {
        directories.close();
        assertThat(disk.openHandles()).isZero();
    }

    /** What may happen between two steps of the other thread. */
    private interface Meanwhile {
        void happens() throws IOException;
    }

    /** Things happen before each write to the stream, and with each read of the disk. */
    private byte[] written(Segment segment, Meanwhile meanwhile) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                happens(meanwhile);
                super.write(bytes, offset, length);
                happens(meanwhile);
            }
        };
        disk.beforeRead(() -> happens(meanwhile));
        try {
            segment.write(out);
        } finally {
            disk.beforeRead(() -> {});
        }
        return out.toByteArray();
    }

    private static void happens(Meanwhile meanwhile) {
        try {
            meanwhile.happens();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void pagesTurnAtEachStepOfWriting() throws IOException {
        for (int before : new int[] {1, 30, 300, 3000}) {
            for (int between : new int[] {1, 50, 150, 400}) {
                Records records = new Records(before + between);
                try (Spool spool = new Spool(space, "spool", PAGE)) {
                    records.add(spool, before);
                    byte[] bytes;
                    try (SpoolCut cut = spool.cut()) {
                        bytes = written(cut.segments().get(0), () -> records.add(spool, between));
                    }
                    assertThat(spool.records()).isGreaterThan(before + 2L * between);
                    records.assertYields(SegmentReader.open(Records.former(bytes)), 0, before);
                    records.assertYields(spool.read(0), 0, spool.records());
                }
            }
        }
    }

    @Test
    void aCutThatIsClosedInTheMiddleEndsTheWriting() throws IOException {
        Records records = new Records(1);
        try (Spool spool = new Spool(space, "spool", PAGE)) {
            records.add(spool, 3000);
            SpoolCut cut = spool.cut();
            int[] steps = {0};
            assertThatThrownBy(() -> written(cut.segments().get(0), () -> {
                        if (++steps[0] == 9) {
                            cut.close();
                            records.add(spool, 400);
                        }
                    }))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("closed");
        }
    }

    @Test
    void aSpoolThatIsClosedInTheMiddleEndsTheWriting() throws IOException {
        Records records = new Records(1);
        try (Spool spool = new Spool(space, "spool", PAGE)) {
            records.add(spool, 3000);
            SpoolCut cut = spool.cut();
            assertThatThrownBy(() -> written(cut.segments().get(0), spool::close))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("closed");
            assertThat(disk.openHandles()).isZero();
        }
    }

    @Test
    void memoryIsUsedAgainWhenNobodyReadsIt() throws IOException {
        Records records = new Records(1);
        try (Spool spool = new Spool(space, "spool", PAGE)) {
            records.add(spool, 10);
            SpoolPage.Pin[] pins = new SpoolPage.Pin[2];
            SpoolPage page = new SpoolPage(10);
            assertThat(page.free()).isTrue();
            for (int i = 0; i < 2; i++) {
                pins[i] = new SpoolPage.Pin(null, page, 0);
            }
            pins[0].close();
            pins[0].close();
            assertThat(page.free()).as("the other pin holds it").isFalse();
            pins[1].close();
            assertThat(page.free()).isTrue();
        }
    }

    @Test
    void onThreadsOfTheirOwn() throws Exception {
        int seeds = Integer.getInteger("foggara.seeds", 6);
        ExecutorService io = Executors.newSingleThreadExecutor();
        try (SpillDirectories real = SpillDirectories.open(List.of(root), Long.MAX_VALUE)) {
            for (int seed = 0; seed < seeds; seed++) {
                race(seed, io, real.space(Blocks.OWNER));
            }
        } finally {
            io.shutdownNow();
            assertThat(io.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void race(int seed, ExecutorService io, AttemptSpillSpace on) throws Exception {
        Random random = new Random(seed);
        Records records = new Records(seed);
        try (on;
                Spool spool = new Spool(on, "spool", PAGE)) {
            List<Segment> known = new ArrayList<>();
            for (int cuts = 0; cuts < 12; cuts++) {
                records.add(spool, random.nextInt(300));
                SpoolCut cut = spool.cut();
                long there = cut.records();
                List<Segment> fresh = new ArrayList<>(cut.segments());
                fresh.removeAll(known);
                known = cut.segments();
                Callable<List<byte[]>> work = () -> {
                    List<byte[]> all = new ArrayList<>();
                    try (cut) {
                        for (Segment segment : fresh) {
                            all.add(Records.written(segment));
                        }
                    }
                    return all;
                };
                Future<List<byte[]>> writing = io.submit(work);
                do {
                    records.add(spool, random.nextInt(200));
                } while (!writing.isDone());
                assertEnds(records, writing.get(), there);
            }
            records.assertYields(spool.read(0), 0, spool.records());
        }
    }

    /** New segments are the last ones of a cut. */
    private static void assertEnds(Records records, List<byte[]> segments, long there) throws IOException {
        long end = there;
        for (int i = segments.size() - 1; i >= 0; i--) {
            SegmentReader reader = SegmentReader.open(Records.former(segments.get(i)));
            long first = reader.firstRecord();
            assertThat(first + reader.records()).isEqualTo(end);
            records.assertYields(reader, first, end);
            end = first;
        }
    }
}
