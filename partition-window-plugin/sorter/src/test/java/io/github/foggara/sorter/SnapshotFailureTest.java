package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.state.Segment;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Whatever fails while a snapshot is written or restored: the error comes through, and nothing else is harmed by it. */
class SnapshotFailureTest {
    private static final int AT_SNAPSHOT = 1_000;

    private final List<Entry> entries = Keys.RANDOM.entries(1_300, 70, new Random(1));
    private final MemorySpace space = new MemorySpace();
    private final Later later = new Later();
    private final Checkpoints checkpoints = new Checkpoints();
    private final Storage storage = new Storage();

    /** Counts what is written to a checkpoint storage and read from it, and fails once. */
    private static final class Storage extends OutputStream {
        private int operations;
        private int failing;

        private void operation() throws IOException {
            if (++operations == failing) {
                throw new IOException("planted in the storage, operation " + operations);
            }
        }

        @Override
        public void write(int one) throws IOException {
            operation();
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            operation();
        }

        InputStream reads(byte[] bytes) {
            return new FilterInputStream(new ByteArrayInputStream(bytes)) {
                @Override
                public int read() throws IOException {
                    operation();
                    return super.read();
                }

                @Override
                public int read(byte[] target, int offset, int length) throws IOException {
                    operation();
                    return super.read(target, offset, length);
                }
            };
        }
    }

    private ExternalSorter sorter() {
        return new ExternalSorter(new SorterOptions(SorterOptions.LEAST_MEMORY, 3, space, later, later));
    }

    /** With runs in files, and records in its buffer. */
    private ExternalSorter filled() throws Exception {
        ExternalSorter sorter = sorter();
        Entry.add(sorter, entries.subList(0, AT_SNAPSHOT));
        later.runAll();
        assertThat(sorter.runs()).isPositive();
        return sorter;
    }

    private void checkEnd(ExternalSorter sorter) throws Exception {
        Entry.add(sorter, entries.subList(AT_SNAPSHOT, entries.size()));
        assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
        FailureTest.checkNothingIsLeft(sorter, space, later);
    }

    private void write(ExternalSorter sorter) throws IOException {
        try (SorterSnapshot snapshot = sorter.snapshot()) {
            for (Segment segment : snapshot.segments()) {
                segment.write(storage);
            }
        }
    }

    /** A file that cannot be read or a storage that takes no more costs the checkpoint; the next one has all records. */
    @Test
    void aSnapshotThatCannotBeWrittenHarmsNoOther() throws Exception {
        ExternalSorter counting = filled();
        int before = space.operations;
        write(counting);
        int reads = space.operations - before;
        int writes = storage.operations;
        FailureTest.checkNothingIsLeft(counting, space, later);
        assertThat(reads).isGreaterThan(5);
        assertThat(writes).isGreaterThan(5);
        for (int failing = 1; failing <= reads + writes; failing++) {
            ExternalSorter sorter = filled();
            space.failing = failing <= reads ? space.operations + failing : 0;
            storage.operations = 0;
            storage.failing = failing - reads;
            assertThatThrownBy(() -> write(sorter)).hasMessageContaining("planted");
            List<Segment> segments = checkpoints.take(sorter);
            checkEnd(sorter);
            ExternalSorter second = sorter();
            checkpoints.restore(second, segments);
            checkEnd(second);
        }
    }

    private void restore(ExternalSorter sorter, List<Segment> segments) throws Exception {
        for (Segment segment : segments) {
            sorter.restore(storage.reads(checkpoints.bytes(segment)), segment, null);
        }
    }

    /** A segment that cannot be read, or a disk that does not take what stands in it: nothing is left, and the next attempt is right. */
    @Test
    void aRestoreThatFailsLeavesNothing() throws Exception {
        ExternalSorter first = filled();
        List<Segment> segments = checkpoints.take(first);
        FailureTest.checkNothingIsLeft(first, space, later);
        int before = space.operations;
        ExternalSorter counting = sorter();
        restore(counting, segments);
        int writes = space.operations - before;
        int reads = storage.operations;
        checkEnd(counting);
        assertThat(writes).isGreaterThan(5);
        assertThat(reads).isGreaterThan(5);
        for (int failing = 1; failing <= writes + reads; failing++) {
            ExternalSorter sorter = sorter();
            space.failing = failing <= writes ? space.operations + failing : 0;
            storage.operations = 0;
            storage.failing = failing - writes;
            assertThatThrownBy(() -> restore(sorter, segments)).hasMessageContaining("planted");
            FailureTest.checkNothingIsLeft(sorter, space, later);
        }
        ExternalSorter last = sorter();
        restore(last, segments);
        checkEnd(last);
    }
}
