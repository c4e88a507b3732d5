package io.github.foggara.kernel.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.job.SplitEnumerator;
import io.github.foggara.kernel.serialization.TypeTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CollectionSourceTest {
    private final List<Integer> records = IntStream.range(0, 5003).boxed().toList();
    private final CollectionSource source = new CollectionSource(records, TypeTable.of(List.of()));

    @Test
    void everyRecordIsReadOnceInOrderAtEveryParallelism() throws Exception {
        for (int parallelism : List.of(1, 2, 7)) {
            List<Object> read = new ArrayList<>();
            Wire wire = new Wire(parallelism);
            for (int subtask = 0; subtask < parallelism; subtask++) {
                List<Object> share = wire.reader(subtask).readAll();
                assertThat(share.size()).isBetween(5003 / parallelism, 5003 / parallelism + 1);
                read.addAll(share);
            }
            assertThat(read).isEqualTo(records);
            assertThat(wire.total).isEqualTo(5003);
        }
    }

    @Test
    void fewerRecordsThanSubtasksLeaveSomeEmpty() throws Exception {
        CollectionSource two = new CollectionSource(List.of("a", "b"), TypeTable.of(List.of()));
        Wire wire = new Wire(5, two);
        List<Object> read = new ArrayList<>();
        for (int subtask = 0; subtask < 5; subtask++) {
            read.addAll(wire.reader(subtask).readAll());
        }
        assertThat(read).containsExactly("a", "b");
    }

    @Test
    void aSnapshotContinuesAtTheNextRecord() throws Exception {
        Wire wire = new Wire(1);
        Reader first = wire.reader(0);
        List<Object> read = first.read(1234);
        List<CollectionChunk> rest = first.reader.snapshot();
        wire.enumerator.addSplitsBack(rest, 0);
        read.addAll(wire.reader(0).readAll());
        assertThat(read).isEqualTo(records);
    }

    @Test
    void aDamagedSplitIsRefused() {
        SplitCodec<CollectionChunk> codec = source.splitCodec();
        byte[] bytes = codec.encode(new CollectionChunk(1, 2, new byte[] {5, 2, 5, 4}));
        assertThat(codec.decode(bytes).skip()).isEqualTo(1);
        for (int length = 0; length < 9; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> codec.decode(cut)).isInstanceOf(IllegalArgumentException.class);
        }
        bytes[8] = 100;
        assertThatThrownBy(() -> codec.decode(bytes)).hasMessageContaining("100 records");
        bytes[0] = 3;
        assertThatThrownBy(() -> codec.decode(bytes)).hasMessageContaining("version 3");
    }

    /** The former life read some, its readers' splits go on with the reader of their number. */
    @Test
    void aRestoredRunReadsWhatTheFormerHadNot() throws Exception {
        for (int after : List.of(1, 2, 3)) {
            for (int count : List.of(0, 1, 999, 1000, 1001, 2500)) {
                Wire former = new Wire(2);
                List<Object> read = new ArrayList<>(former.reader(0).read(count));
                List<CollectionChunk> open = former.readers[0].reader.snapshot();
                Wire latter = new Wire(after, source, former.enumerator.snapshot(1));
                for (int subtask = 0; subtask < after; subtask++) {
                    Reader reader = latter.reader(subtask);
                    if (subtask == 0) {
                        reader.reader.addSplits(open);
                    }
                    read.addAll(reader.readAll());
                }
                assertThat(read).as("%d read, then %d subtasks", count, after).hasSameSizeAs(records);
                assertThat(read).containsExactlyInAnyOrderElementsOf(records);
            }
        }
    }

    @Test
    void aSharePartlyHandedOutStaysWithItsSubtask() throws Exception {
        Wire former = new Wire(2);
        former.reader(0).read(Integer.MAX_VALUE);
        former.enumerator.addSplitsBack(List.of(new CollectionChunk(0, 0, new byte[0])), 0);
        Wire latter = new Wire(2, source, former.enumerator.snapshot(1));
        assertThat(latter.reader(0).readAll()).isEmpty();
        assertThat(latter.reader(1).readAll()).isEqualTo(records.subList(2501, 5003));
    }

    @Test
    void aDamagedStateIsRefused() throws Exception {
        Wire wire = new Wire(3);
        wire.enumerator.addSplitsBack(List.of(new CollectionChunk(0, 1, new byte[] {5, 2})), 1);
        byte[] state = wire.enumerator.snapshot(1);
        for (int length = 0; length <= state.length + 1; length++) {
            if (length != state.length) {
                byte[] other = Arrays.copyOf(state, length);
                assertThatThrownBy(() -> source.restoreEnumerator(wire, other))
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
        CollectionSource shorter = new CollectionSource(records.subList(0, 5002), TypeTable.of(List.of()));
        assertThatThrownBy(() -> shorter.restoreEnumerator(wire, state))
                .hasMessageContaining("does not lie in a collection of 5002 records");
    }

    /** Hands splits from the enumerator to readers at once, as bytes. */
    private final class Wire implements EnumeratorContext<CollectionChunk> {
        private final int parallelism;
        private final CollectionSource source;
        private final SplitEnumerator<CollectionChunk> enumerator;
        private final Reader[] readers;
        private long total;

        Wire(int parallelism) throws Exception {
            this(parallelism, CollectionSourceTest.this.source);
        }

        Wire(int parallelism, CollectionSource source) throws Exception {
            this(parallelism, source, null);
        }

        Wire(int parallelism, CollectionSource source, byte[] state) throws Exception {
            this.parallelism = parallelism;
            this.source = source;
            this.readers = new Reader[parallelism];
            this.enumerator = state == null ? source.createEnumerator(this) : source.restoreEnumerator(this, state);
            enumerator.start();
        }

        Reader reader(int subtask) throws Exception {
            readers[subtask] = new Reader(this, subtask);
            readers[subtask].reader.open();
            return readers[subtask];
        }

        @Override
        public int parallelism() {
            return parallelism;
        }

        @Override
        public void assign(int subtask, CollectionChunk split) {
            SplitCodec<CollectionChunk> codec = source.splitCodec();
            try {
                readers[subtask].reader.addSplits(List.of(codec.decode(codec.encode(split))));
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void noMoreSplits(int subtask) {
            readers[subtask].reader.noMoreSplits();
        }

        @Override
        public void totalWork(long units) {
            total = units;
        }
    }

    private static final class Reader implements ReaderContext, SourceOutput<Object> {
        private final Wire wire;
        private final int subtask;
        private final SourceReader<Object, CollectionChunk> reader;
        private final List<Object> read = new ArrayList<>();
        private int limit;

        Reader(Wire wire, int subtask) {
            this.wire = wire;
            this.subtask = subtask;
            this.reader = wire.source.createReader(this);
        }

        List<Object> read(int count) throws Exception {
            limit = count;
            reader.poll(this);
            return read;
        }

        List<Object> readAll() throws Exception {
            limit = Integer.MAX_VALUE;
            while (reader.poll(this) != InputStatus.END_OF_INPUT) {
                assertThat(read.size()).isLessThan(10_000);
            }
            reader.close();
            return read;
        }

        @Override
        public void collect(Object record) {
            read.add(record);
        }

        @Override
        public boolean mayContinue() {
            return read.size() < limit;
        }

        @Override
        public void requestSplit() {
            try {
                wire.enumerator.handleSplitRequest(subtask);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void progress(long units) {
            assertThat(units).isEqualTo(read.size());
        }

        @Override
        public void wake() {}

        @Override
        public String jobName() {
            return "job";
        }

        @Override
        public String operatorName() {
            return "numbers";
        }

        @Override
        public int subtask() {
            return subtask;
        }

        @Override
        public int parallelism() {
            return wire.parallelism;
        }

        @Override
        public int attempt() {
            return 0;
        }

        @Override
        public <S> S service(Class<S> type, String filter) {
            throw new IllegalStateException("No service");
        }
    }
}
