package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.Segment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SegmentRecordsTest {
    private final Later later = new Later();
    private final Checkpoints checkpoints = new Checkpoints();

    private List<byte[]> segments(List<Entry> entries) throws Exception {
        List<byte[]> segments = new ArrayList<>();
        try (ExternalSorter sorter =
                new ExternalSorter(new SorterOptions(SorterOptions.LEAST_MEMORY, 4, new MemorySpace(), later, later))) {
            Entry.add(sorter, entries);
            for (Segment segment : checkpoints.take(sorter)) {
                segments.add(checkpoints.bytes(segment));
            }
        }
        return segments;
    }

    private static List<Entry> read(byte[] segment) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (SegmentRecords records = new SegmentRecords(new ByteArrayInputStream(segment))) {
            while (records.advance()) {
                int key = records.keyOffset();
                int record = records.recordOffset();
                entries.add(new Entry(
                        Arrays.copyOfRange(records.keyBytes(), key, key + records.keyLength()),
                        Arrays.copyOfRange(records.recordBytes(), record, record + records.recordLength())));
            }
        }
        return entries;
    }

    /** Runs and parts of the buffer: together all records, in segments whose order is that of arrival but for what was sorted. */
    @Test
    void yieldsAllRecordsOfASnapshot() throws Exception {
        List<Entry> entries = Keys.FEW.entries(3_000, 150, new Random(1));
        List<byte[]> segments = segments(entries);
        assertThat(segments.size()).isGreaterThan(3);
        int from = 0;
        for (byte[] segment : segments) {
            List<Entry> read = read(segment);
            List<Entry> given = entries.subList(from, from + read.size());
            assertThat(read).isIn(given, Entry.sorted(given));
            from += read.size();
        }
        assertThat(from).isEqualTo(entries.size());
    }

    @Test
    void aSegmentThatEndsEarlyIsDamaged() throws Exception {
        byte[] segment = segments(Keys.FEW.entries(20, 10, new Random(1))).get(0);
        for (int length = 0; length < segment.length; length++) {
            byte[] cut = Arrays.copyOf(segment, length);
            assertThatThrownBy(() -> read(cut)).isInstanceOf(IOException.class);
        }
    }
}
