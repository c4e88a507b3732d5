package io.github.foggara.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.InputStatus;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.SourceOutput;
import io.github.foggara.api.job.SplitEnumerator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceSourceTest {
    /** Remembers what the enumerator said. */
    private static final class Enumeration implements EnumeratorContext<SequenceRange> {
        private final int parallelism;
        private final List<SequenceRange> assigned = new ArrayList<>();
        private final List<Integer> ended = new ArrayList<>();
        private long total;

        Enumeration(int parallelism) {
            this.parallelism = parallelism;
        }

        @Override
        public int parallelism() {
            return parallelism;
        }

        @Override
        public void assign(int subtask, SequenceRange split) {
            assigned.add(split);
        }

        @Override
        public void noMoreSplits(int subtask) {
            ended.add(subtask);
        }

        @Override
        public void totalWork(long units) {
            total = units;
        }
    }

    private static final class Reading implements ReaderContext {
        private int requests;
        private long progress;

        @Override
        public void requestSplit() {
            requests++;
        }

        @Override
        public void progress(long units) {
            progress = units;
        }

        @Override
        public void wake() {}

        @Override
        public String jobName() {
            return "job";
        }

        @Override
        public String operatorName() {
            return "sequence";
        }

        @Override
        public int subtask() {
            return 0;
        }

        @Override
        public int parallelism() {
            return 1;
        }

        @Override
        public int attempt() {
            return 0;
        }

        @Override
        public <S> S service(Class<S> type, String filter) {
            throw new IllegalStateException("no services here");
        }
    }

    /** Has room for some records per poll. */
    private static final class Output implements SourceOutput<Long> {
        private final List<Long> records = new ArrayList<>();
        private int room;

        @Override
        public void collect(Long record) {
            records.add(record);
            room--;
        }

        @Override
        public boolean mayContinue() {
            return room > 0;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 1",
        "1, 10, 3",
        "0, 2, 7",
        "-5, 1000, 4",
        "9223372036854775800, 9223372036854775807, 2",
        "-9223372036854775808, -9223372036854775800, 5"
    })
    void rangesCoverEveryNumberOnceInOrder(long from, long to, int parallelism) {
        Enumeration context = new Enumeration(parallelism);
        SequenceEnumerator enumerator = new SequenceEnumerator(from, to, context);
        enumerator.start();
        while (context.ended.isEmpty()) {
            enumerator.handleSplitRequest(0);
        }
        List<Long> numbers = new ArrayList<>();
        for (SequenceRange range : context.assigned) {
            for (long offset = 0; offset <= range.to() - range.from(); offset++) {
                numbers.add(range.from() + offset);
            }
        }
        assertThat(numbers)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(from, to).boxed().toList());
        assertThat(context.total).isEqualTo(numbers.size());
        assertThat(context.assigned).hasSizeLessThanOrEqualTo(4 * parallelism);
    }

    @Test
    void largeRangesAreSharedEvenly() {
        Enumeration context = new Enumeration(3);
        SequenceEnumerator enumerator = new SequenceEnumerator(0, Long.MAX_VALUE - 1, context);
        enumerator.start();
        for (int i = 0; i < 13; i++) {
            enumerator.handleSplitRequest(i % 3);
        }
        assertThat(context.assigned).hasSize(12);
        assertThat(context.assigned)
                .extracting(r -> r.to() - r.from() + 1)
                .allSatisfy(size -> assertThat(size).isBetween(Long.MAX_VALUE / 12, Long.MAX_VALUE / 12 + 1));
        assertThat(context.ended).containsExactly(0);
        assertThat(context.total).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void rangesThatComeBackAreHandedOutAgain() {
        Enumeration context = new Enumeration(1);
        SequenceEnumerator enumerator = new SequenceEnumerator(1, 4, context);
        enumerator.start();
        enumerator.handleSplitRequest(0);
        SequenceRange first = context.assigned.remove(0);
        enumerator.addSplitsBack(List.of(first), 0);
        enumerator.handleSplitRequest(1);
        assertThat(context.assigned).containsExactly(first);
    }

    @Test
    void readerStopsWhereItMustAndGoesOnThere() throws Exception {
        Reading context = new Reading();
        SequenceReader reader = new SequenceReader(context);
        Output out = new Output();
        reader.open();
        assertThat(context.requests).isEqualTo(1);
        out.room = 1;
        assertThat(reader.poll(out)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
        out.room = 0;

        reader.addSplits(List.of(new SequenceRange(5, 8)));
        assertThat(reader.poll(out)).isEqualTo(InputStatus.MORE_AVAILABLE);
        out.room = 3;
        reader.poll(out);
        assertThat(out.records).containsExactly(5L, 6L, 7L);
        assertThat(reader.snapshot()).containsExactly(new SequenceRange(8, 8));
        assertThat(context.progress).isEqualTo(3);
        assertThat(context.requests).isEqualTo(1);

        out.room = 3;
        reader.poll(out);
        assertThat(out.records).endsWith(8L).hasSize(4);
        assertThat(context.requests).isEqualTo(2);
        assertThat(reader.snapshot()).isEmpty();
        reader.noMoreSplits();
        assertThat(reader.poll(out)).isEqualTo(InputStatus.END_OF_INPUT);
        reader.close();
    }

    @Test
    void lastNumberOfAllEndsItsRange() throws Exception {
        SequenceReader reader = new SequenceReader(new Reading());
        Output out = new Output();
        out.room = 10;
        reader.open();
        reader.addSplits(List.of(new SequenceRange(Long.MAX_VALUE - 1, Long.MAX_VALUE)));
        reader.poll(out);
        assertThat(out.records).containsExactly(Long.MAX_VALUE - 1, Long.MAX_VALUE);
        assertThat(reader.snapshot()).isEmpty();
    }

    @Test
    void splitsTravelAsBytesAndBadOnesAreRefused() {
        SequenceRange range = new SequenceRange(Long.MIN_VALUE, -7);
        byte[] bytes = SequenceRange.CODEC.encode(range);
        assertThat(SequenceRange.CODEC.decode(bytes)).isEqualTo(range);
        assertThatThrownBy(() -> SequenceRange.CODEC.decode(new byte[16])).hasMessageContaining("not 16");
        bytes[1] = 127;
        assertThatThrownBy(() -> SequenceRange.CODEC.decode(bytes))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("empty");
        bytes[0] = 2;
        assertThatThrownBy(() -> SequenceRange.CODEC.decode(bytes)).hasMessageContaining("version 2");
    }

    /** After every number of splits handed out, and at another parallelism. */
    @Test
    void aRestoredEnumeratorHandsOutWhatTheFormerHadNot() throws Exception {
        SequenceSource source = new SequenceSource(-3, 40);
        for (int taken = 0; taken <= 13; taken++) {
            Enumeration former = new Enumeration(3);
            SplitEnumerator<SequenceRange> first = source.createEnumerator(former);
            first.start();
            for (int i = 0; i < taken; i++) {
                first.handleSplitRequest(i % 3);
            }
            Enumeration latter = new Enumeration(2);
            SplitEnumerator<SequenceRange> second = source.restoreEnumerator(latter, first.snapshot(7));
            second.start();
            while (latter.ended.isEmpty()) {
                second.handleSplitRequest(1);
            }
            List<SequenceRange> all = new ArrayList<>(former.assigned);
            all.addAll(latter.assigned);
            long next = -3;
            for (SequenceRange range : all) {
                assertThat(range.from()).isEqualTo(next);
                next = range.to() + 1;
            }
            assertThat(next).isEqualTo(41);
            assertThat(latter.total).isEqualTo(44);
        }
    }

    @Test
    void aSnapshotThatIsCutLongerOrOfAnotherSequenceIsRefused() throws Exception {
        SequenceSource source = new SequenceSource(1, 100);
        SplitEnumerator<SequenceRange> enumerator = source.createEnumerator(new Enumeration(1));
        enumerator.start();
        byte[] state = enumerator.snapshot(7);
        for (int length = 0; length <= state.length + 1; length++) {
            if (length != state.length) {
                byte[] other = Arrays.copyOf(state, length);
                assertThatThrownBy(() -> source.restoreEnumerator(new Enumeration(1), other))
                        .as("%d of %d bytes", length, state.length)
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
        assertThatThrownBy(() -> new SequenceSource(1, 99).restoreEnumerator(new Enumeration(1), state))
                .hasMessageContaining("does not lie within the sequence from 1 to 99");
    }

    @Test
    void aReaderGoesOnAtTheNextNumberAfterAnyRecord() throws Exception {
        for (int count = 0; count <= 9; count++) {
            SequenceReader first = new SequenceReader(new Reading());
            Output out = new Output();
            out.room = count;
            first.addSplits(List.of(new SequenceRange(1, 5), new SequenceRange(8, 11)));
            first.poll(out);
            SequenceReader second = new SequenceReader(new Reading());
            second.addSplits(first.snapshot());
            out.room = 100;
            second.poll(out);
            assertThat(out.records).containsExactly(1L, 2L, 3L, 4L, 5L, 8L, 9L, 10L, 11L);
        }
    }

    @Test
    void isBoundedAndEmitsLongs() {
        SequenceSource source = new SequenceSource(1, 2);
        assertThat(source.boundedness()).isEqualTo(Boundedness.BOUNDED);
        assertThat(source.recordType()).isEqualTo(Long.class);
    }
}
