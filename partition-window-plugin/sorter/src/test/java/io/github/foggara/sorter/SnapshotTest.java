package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.Segment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SnapshotTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 60);

    private final MemorySpace space = new MemorySpace();
    private final Later later = new Later();
    private final Checkpoints checkpoints = new Checkpoints();

    private ExternalSorter sorter(long memory) {
        return new ExternalSorter(new SorterOptions(memory, 4, space, later, later));
    }

    @Test
    void goesOnFromAnySnapshotAsIfNothingHadHappened() throws Exception {
        Integer only = Integer.getInteger("seed");
        for (int seed = only == null ? 0 : only; seed < (only == null ? SEEDS : only + 1); seed++) {
            try {
                failAndGoOn(seed);
            } catch (Throwable failure) {
                throw new AssertionError("with -Dseed=" + seed, failure);
            }
        }
    }

    private void failAndGoOn(int seed) throws Exception {
        Random random = Keys.random(seed);
        int largest = random.nextInt(10) == 0 ? 60_000 : 200;
        List<Entry> entries = Keys.of(seed).entries(random.nextInt(largest > 200 ? 60 : 4000), largest, random);
        Checkpoints storage = new Checkpoints();
        List<Segment> saved = List.of();
        int savedAt = 0;
        while (true) {
            ExternalSorter sorter = sorter(SorterOptions.LEAST_MEMORY + random.nextInt(200_000));
            storage.restore(sorter, saved);
            int failure = savedAt + random.nextInt(entries.size() - savedAt + 1);
            int at = savedAt;
            while (at < failure) {
                int until = Math.min(failure, at + 1 + random.nextInt(500));
                Entry.add(sorter, entries.subList(at, until));
                at = until;
                if (random.nextBoolean()) {
                    saved = storage.take(sorter);
                    savedAt = at;
                }
            }
            if (at == entries.size()) {
                assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
                sorter.close();
                assertThat(sorter.memory().used()).isZero();
                assertThat(space.files()).isZero();
                return;
            }
            sorter.close();
        }
    }

    @Test
    void goesOnInTheMiddleOfEmissionWithOtherMemory() throws Exception {
        for (int seed = 0; seed < SEEDS / 4; seed++) {
            Checkpoints storage = new Checkpoints();
            Random random = Keys.random(seed);
            List<Entry> entries = Keys.FEW.entries(5000, 100, random);
            ExternalSorter first = sorter(SorterOptions.LEAST_MEMORY + random.nextInt(100_000));
            Entry.add(first, entries);
            SortedRecords before = first.finish();
            int emitted = random.nextInt(5000);
            for (int i = 0; i < emitted; i++) {
                before.advance();
            }
            List<Segment> segments = storage.take(first);
            first.close();
            ExternalSorter second = sorter(SorterOptions.LEAST_MEMORY + random.nextInt(100_000));
            storage.restore(second, segments);
            SortedRecords after = second.finish();
            after.skip(emitted, () -> {});
            assertThat(Entry.rest(after)).isEqualTo(Entry.sorted(entries).subList(emitted, 5000));
            second.close();
        }
    }

    @Test
    void writesNoRunAndNoPartTwice() throws Exception {
        List<Entry> entries = Keys.RANDOM.entries(20_000, 40, new Random(5));
        ExternalSorter sorter = sorter(256 << 10);
        for (int i = 0; i < 20_000; i += 2000) {
            Entry.add(sorter, entries.subList(i, i + 2000));
            checkpoints.take(sorter);
        }
        long payload = checkpoints.written;
        checkpoints.take(sorter);
        checkpoints.take(sorter);
        assertThat(checkpoints.written).isEqualTo(payload);
        long input = entries.stream()
                .mapToLong(entry -> entry.key().length + entry.record().length)
                .sum();
        assertThat((double) payload / input).isLessThan(2.2);
        sorter.close();
    }

    /** To the byte, and as long as none of them are joined. */
    @Test
    void writesOfABufferOnlyWhatCameSinceTheLastSnapshot() throws Exception {
        List<Entry> entries = new ArrayList<>(Keys.TEXT.entries(2000, 300, new Random(12)));
        entries.add(50, new Entry(new byte[20_000], new byte[300_000]));
        ExternalSorter sorter = sorter(8 << 20);
        List<Segment> before = List.of();
        int from = 0;
        for (int part = 1; part <= LogTail.MOST_PARTS; part++) {
            List<Entry> added = entries.subList(from, from + 3 * part);
            from += added.size();
            Entry.add(sorter, added);
            long written = checkpoints.written;
            List<Segment> now = checkpoints.take(sorter);
            assertThat(checkpoints.written - written).as("part %d", part).isEqualTo(SegmentHeader.BYTES + bytes(added));
            assertThat(now).hasSize(part);
            assertThat(now.subList(0, part - 1)).isEqualTo(before);
            assertThat(checkpoints.take(sorter)).isEqualTo(now);
            assertThat(checkpoints.written - written).isEqualTo(SegmentHeader.BYTES + bytes(added));
            before = now;
        }
        sorter.close();
        assertThat(space.created).isZero();
        ExternalSorter second = sorter(8 << 20);
        checkpoints.restore(second, before);
        assertThat(Entry.rest(second.finish())).isEqualTo(Entry.sorted(entries.subList(0, from)));
        second.close();
    }

    /** Key and record, and before them the length of each, of which a byte takes seven bits. */
    private static long bytes(List<Entry> entries) {
        return entries.stream()
                .flatMap(entry -> Stream.of(entry.key().length, entry.record().length))
                .mapToLong(length -> Math.max(1, (38 - Integer.numberOfLeadingZeros(length)) / 7) + length)
                .sum();
    }

    @Test
    void keepsFewPartsHoweverManySnapshotsThereAre() throws Exception {
        ExternalSorter sorter = sorter(8 << 20);
        List<Entry> entries = Keys.RANDOM.entries(3000, 100, new Random(6));
        long input = 0;
        for (Entry entry : entries) {
            Entry.add(sorter, List.of(entry));
            input += entry.key().length + entry.record().length + 2;
            assertThat(checkpoints.take(sorter).size()).isLessThanOrEqualTo(LogTail.MOST_PARTS);
        }
        long headers = 22L * checkpoints.segments();
        assertThat((double) (checkpoints.written - headers) / input).isLessThan(8);
        sorter.close();
    }

    @Test
    void goesOnWithFormerSegmentsWithoutWritingThemAgain() throws Exception {
        ExternalSorter first = sorter(64 << 10);
        Entry.add(first, Keys.RANDOM.entries(3000, 100, new Random(7)));
        first.finish();
        List<Segment> segments = checkpoints.take(first);
        first.close();
        ExternalSorter second = sorter(64 << 10);
        checkpoints.restore(second, segments);
        long before = checkpoints.written;
        assertThat(checkpoints.take(second)).isEqualTo(segments);
        assertThat(checkpoints.written).isEqualTo(before);
        second.close();
    }

    @Test
    void takesOverWhatAFilterTakes() throws Exception {
        List<Entry> entries = Keys.RANDOM.entries(3000, 100, new Random(8));
        ExternalSorter first = sorter(64 << 10);
        Entry.add(first, entries);
        List<Segment> segments = checkpoints.take(first);
        first.close();
        ExternalSorter second = sorter(64 << 10);
        for (Segment segment : segments) {
            second.restore(
                    new ByteArrayInputStream(checkpoints.bytes(segment)),
                    segment,
                    (bytes, offset, length) -> bytes[offset] < 0);
        }
        List<Segment> own = checkpoints.take(second);
        assertThat(own).doesNotContainAnyElementsOf(segments);
        List<Entry> wanted =
                entries.stream().filter(entry -> entry.key()[0] < 0).toList();
        assertThat(Entry.rest(second.finish())).isEqualTo(Entry.sorted(wanted));
        second.close();
    }

    @Test
    void keepsWhatAnOpenSnapshotWantsUntilItIsClosed() throws Exception {
        List<Entry> entries = Keys.RANDOM.entries(6000, 100, new Random(9));
        ExternalSorter sorter = sorter(64 << 10);
        Entry.add(sorter, entries.subList(0, 2900));
        SorterSnapshot snapshot = sorter.snapshot();
        List<Segment> segments = snapshot.segments();
        AtomicBoolean waited = new AtomicBoolean();
        later.onIdle = () -> {
            waited.set(true);
            checkpoints.writeUnchecked(segments);
            snapshot.close();
        };
        Entry.add(sorter, entries.subList(2900, 6000));
        assertThat(waited).isTrue();
        assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
        sorter.close();
        assertThat(sorter.memory().used()).isZero();
        assertThat(space.files()).isZero();
        ExternalSorter second = sorter(64 << 10);
        checkpoints.restore(second, segments);
        assertThat(Entry.rest(second.finish())).isEqualTo(Entry.sorted(entries.subList(0, 2900)));
        second.close();
    }

    @Test
    void keepsItsFilesForASnapshotAfterItWasClosed() throws Exception {
        ExternalSorter sorter = sorter(64 << 10);
        Entry.add(sorter, Keys.RANDOM.entries(2000, 100, new Random(10)));
        sorter.finish();
        SorterSnapshot snapshot = sorter.snapshot();
        List<Segment> segments = snapshot.segments();
        sorter.close();
        assertThat(sorter.released().toCompletableFuture()).isNotDone();
        checkpoints.write(segments);
        snapshot.close();
        snapshot.close();
        assertThat(sorter.released().toCompletableFuture()).isDone();
        assertThat(sorter.memory().used()).isZero();
        assertThat(space.files()).isZero();
        for (Segment segment : segments) {
            assertThatThrownBy(() -> segment.write(new ByteArrayOutputStream())).isInstanceOf(IOException.class);
        }
    }

    @Test
    void saysWhatIsWrongWithADamagedSegment() throws Exception {
        ExternalSorter sorter = sorter(64 << 10);
        Entry.add(sorter, Keys.RANDOM.entries(30, 40, new Random(11)));
        byte[] bytes = checkpoints.bytes(checkpoints.take(sorter).get(0));
        sorter.close();
        for (int length = 0; length < bytes.length; length++) {
            ExternalSorter second = sorter(64 << 10);
            ByteArrayInputStream cut = new ByteArrayInputStream(bytes, 0, length);
            assertThatThrownBy(() -> second.restore(cut, null, null)).isInstanceOf(IOException.class);
            second.close();
        }
        for (int i = 0; i < bytes.length; i++) {
            byte[] flipped = bytes.clone();
            flipped[i] ^= (byte) 0x81;
            ExternalSorter second = sorter(64 << 10);
            try {
                second.restore(new ByteArrayInputStream(flipped), null, null);
                assertThat(i)
                        .as("a record's own bytes are the storage's matter")
                        .isGreaterThan(21);
            } catch (IOException expected) {
                assertThat(expected).hasMessageMatching(".*(damaged|no segment|format).*");
            }
            second.close();
        }
        assertThat(space.files()).isZero();
    }
}
