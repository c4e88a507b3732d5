package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ExternalSorterTest {
    private final MemorySpace space = new MemorySpace();
    private final Later later = new Later();

    private ExternalSorter sorter(long memory, int fan) {
        return new ExternalSorter(new SorterOptions(memory, fan, space, later, later));
    }

    private void checkNothingIsLeft(ExternalSorter sorter) {
        sorter.close();
        assertThat(sorter.released().toCompletableFuture()).isDone();
        assertThat(sorter.memory().used()).isZero();
        assertThat(space.files()).isZero();
        assertThat(space.open).isZero();
    }

    @Test
    void yieldsNothingOfNothing() throws Exception {
        ExternalSorter sorter = sorter(SorterOptions.LEAST_MEMORY, 2);
        SortedRecords records = sorter.finish();
        assertThat(records.advance()).isFalse();
        assertThat(records.advance()).isFalse();
        assertThat(records.count()).isZero();
        checkNothingIsLeft(sorter);
    }

    @Test
    void makesNoFileIfAllFitsIntoMemory() throws Exception {
        List<Entry> entries = Keys.RANDOM.entries(1000, 100, new Random(1));
        ExternalSorter sorter = sorter(1 << 20, 2);
        Entry.add(sorter, entries);
        assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
        assertThat(space.created).isZero();
        checkNothingIsLeft(sorter);
    }

    @Test
    void letsTheLastBufferTakePartInTheMergeWithoutSpillingIt() throws Exception {
        List<Entry> entries = Keys.RANDOM.entries(3000, 100, new Random(1));
        ExternalSorter sorter = sorter(64 << 10, 128);
        Entry.add(sorter, entries);
        int spilled = sorter.runs();
        assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
        assertThat(spilled).isGreaterThan(3);
        assertThat(space.created).isEqualTo(sorter.runs()).isLessThanOrEqualTo(spilled + 1);
        assertThat(space.written)
                .isLessThan(entries.stream()
                        .mapToLong(e -> e.key().length + e.record().length)
                        .sum());
        checkNothingIsLeft(sorter);
    }

    /** Scenario 8. */
    @Test
    void mergesAMillionRecordsTwoByTwo() throws Exception {
        ExternalSorter sorter = sorter(900_000, 2);
        Random random = new Random(8);
        byte[] key = new byte[8];
        byte[] record = new byte[40];
        ByteBuffer numbered = ByteBuffer.wrap(record);
        long[] expected = new long[1_000_000];
        for (int i = 0; i < 1_000_000; i++) {
            random.nextBytes(key);
            expected[i] = ByteBuffer.wrap(key).getLong() ^ Long.MIN_VALUE;
            numbered.putLong(32, expected[i]);
            sorter.add(key, 8, record, 40);
        }
        Arrays.sort(expected);
        SortedRecords records = sorter.finish();
        for (long number : expected) {
            if (!records.advance() || records.recordLength() != 40 || lastNumber(records) != number) {
                throw new AssertionError("record " + records.position() + " is not the one with " + number);
            }
        }
        assertThat(records.advance()).isFalse();
        assertThat(records.position()).isEqualTo(1_000_000);
        assertThat(space.created - sorter.mergePasses()).isBetween(190, 210);
        assertThat((double) space.written / (1_000_000 * 50L)).isBetween(7.5, 8.0);
        assertThat(space.mostReaders).isEqualTo(2);
        assertThat(sorter.memory().peak()).isLessThanOrEqualTo(900_000);
        checkNothingIsLeft(sorter);
    }

    private static long lastNumber(SortedRecords records) {
        return ByteBuffer.wrap(records.recordBytes()).getLong(records.recordOffset() + records.recordLength() - 8);
    }

    @Test
    void writesLittleMoreThanItReadsIfOneMergeIsEnough() throws Exception {
        ExternalSorter sorter = sorter(1 << 20, 128);
        Random random = new Random(9);
        byte[] key = new byte[8];
        for (int i = 0; i < 100_000; i++) {
            random.nextBytes(key);
            sorter.add(key, 8, new byte[100], 100);
        }
        SortedRecords records = sorter.finish();
        records.skip(100_000, () -> {});
        assertThat(sorter.mergePasses()).isZero();
        assertThat(sorter.spilledBytes()).isEqualTo(space.written);
        assertThat((double) space.written / (100_000 * 108L)).isBetween(0.9, 1.03);
        checkNothingIsLeft(sorter);
    }

    @Test
    void takesARecordOfTenMegabytesWithTwoOfMemory() throws Exception {
        List<Entry> entries = new ArrayList<>(Keys.RANDOM.entries(1000, 100, new Random(14)));
        byte[] large = new byte[10 << 20];
        new Random(14).nextBytes(large);
        entries.add(500, new Entry(new byte[] {127, 1}, large));
        ExternalSorter sorter = sorter(2 << 20, 16);
        Entry.add(sorter, entries);
        assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
        assertThat(sorter.memory().peak()).isLessThanOrEqualTo(2 << 20);
        checkNothingIsLeft(sorter);
    }

    @Test
    void takesKeysThatAreLargerThanItsMemory() throws Exception {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            byte[] key = new byte[200_000];
            key[199_999] = (byte) (i * 37);
            entries.add(new Entry(key, new byte[] {(byte) i}));
            entries.addAll(Keys.TEXT.entries(300, 30, new Random(i)));
        }
        ExternalSorter sorter = sorter(SorterOptions.LEAST_MEMORY, 8);
        Entry.add(sorter, entries);
        assertThat(Entry.rest(sorter.finish())).isEqualTo(Entry.sorted(entries));
        checkNothingIsLeft(sorter);
    }

    @Test
    void goesOnWhereAnEarlierEmissionStood() throws Exception {
        List<Entry> entries = Keys.FEW.entries(5000, 60, new Random(3));
        ExternalSorter sorter = sorter(64 << 10, 4);
        Entry.add(sorter, entries);
        SortedRecords records = sorter.finish();
        records.skip(1234, () -> {});
        assertThat(records.position()).isEqualTo(1234);
        assertThat(Entry.rest(records)).isEqualTo(Entry.sorted(entries).subList(1234, 5000));
        assertThatThrownBy(() -> records.skip(1, () -> {})).hasMessageContaining("only 5000");
        checkNothingIsLeft(sorter);
    }

    @Test
    void refusesWhatCannotWork() throws Exception {
        assertThatThrownBy(() -> sorter(SorterOptions.LEAST_MEMORY - 1, 2))
                .hasMessageContaining("at least 49152 bytes");
        assertThatThrownBy(() -> sorter(1 << 20, 1)).hasMessageContaining("at least 2 runs");
        ExternalSorter sorter = sorter(1 << 20, 2);
        sorter.add(new byte[1], 1, new byte[1], 1);
        assertThatThrownBy(() -> sorter.add(new byte[1], 1, new byte[0], Integer.MAX_VALUE))
                .hasMessageContaining("more than");
        sorter.close();
        assertThatThrownBy(sorter::snapshot).hasMessageContaining("was closed");
        checkNothingIsLeft(sorter);
    }

    private void checkTakesNothing(ExternalSorter sorter, String why) {
        assertThatThrownBy(() -> sorter.add(new byte[1], 1, new byte[1], 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(why);
        assertThatThrownBy(() -> sorter.add(new byte[1], 1, new byte[50_000], 50_000))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(why);
        assertThatThrownBy(() -> sorter.restore(InputStream.nullInputStream(), null, null))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(why);
        assertThatThrownBy(sorter::finish)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(why);
    }

    /** With an empty buffer, a part of one, and a spilled one. */
    @Test
    void takesNothingAfterItsEnd() throws Exception {
        for (int count : new int[] {0, 10, 3000}) {
            ExternalSorter unfinished = sorter(SorterOptions.LEAST_MEMORY, 2);
            Entry.add(unfinished, Keys.RANDOM.entries(count, 50, new Random(count)));
            unfinished.close();
            checkTakesNothing(unfinished, "was closed");
            checkNothingIsLeft(unfinished);
            ExternalSorter sorter = sorter(SorterOptions.LEAST_MEMORY, 2);
            Entry.add(sorter, Keys.RANDOM.entries(count, 50, new Random(count)));
            SortedRecords records = sorter.finish();
            checkTakesNothing(sorter, "is finished");
            assertThat(Entry.rest(records)).hasSize(count);
            sorter.close();
            checkTakesNothing(sorter, "was closed");
            checkNothingIsLeft(sorter);
        }
    }

    @Test
    void isNotFinishedTwiceEvenIfThatFailed() throws Exception {
        ExternalSorter sorter = sorter(SorterOptions.LEAST_MEMORY, 2);
        Entry.add(sorter, Keys.RANDOM.entries(10, 50, new Random(1)));
        later.canceledAt = 1;
        assertThatThrownBy(sorter::finish).isInstanceOf(InterruptedException.class);
        checkTakesNothing(sorter, "is finished");
        checkNothingIsLeft(sorter);
    }
}
