package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunIndexTest {
    private static final long UNTOUCHED = 0x5eed_5eed_5eed_5eedL;

    private final Memory memory = new Memory(1 << 20);
    private final Shares shares = new Shares(1 << 20, 2);
    private final PagePool pool = new PagePool(memory, shares.pageSize());
    private final RunIndex index = new RunIndex(memory, new Lifetime(() -> {}));

    /** Bytes 25, 27, 29, 31 and maybe more differ. */
    private static List<byte[]> wideKeys(int length) {
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            String end = Integer.toString(10_000_000 + 98_765_431 * i % 80_000_000);
            byte[] key = ("https://exam" + end + "/index.html").getBytes(StandardCharsets.UTF_16BE);
            keys.add(Arrays.copyOf(key, length));
        }
        return keys;
    }

    /** The page ends so many bytes behind the beginning of the second key. */
    private void sortCut(List<byte[]> keys, int cut) throws Exception {
        RecordArea area = new RecordArea(pool, shares, null);
        byte[] record = new byte[pool.pageSize() / 8];
        int ahead = pool.pageSize() - cut - RecordFormat.headerOf(keys.get(1).length, record.length);
        for (int i = 0; i < keys.size(); i++) {
            byte[] key = keys.get(i);
            int length = i > 0 ? record.length : ahead - RecordFormat.headerOf(key.length, ahead) - key.length;
            assertThat(area.add(key, 0, key.length, new byte[length], 0, length))
                    .isTrue();
        }
        area.seal();
        assertThat(area.used()[0]).isEqualTo(pool.pageSize());
        index.resize(keys.size(), false);
        index.sort(area);
        MemoryCursor cursor = new MemoryCursor(index, area);
        List<byte[]> sorted = new ArrayList<>();
        while (cursor.advance()) {
            sorted.add(Arrays.copyOfRange(cursor.keyBytes, cursor.keyAt, cursor.keyAt + cursor.keyLength));
        }
        assertThat(sorted)
                .containsExactlyElementsOf(
                        keys.stream().sorted(Arrays::compareUnsigned).toList());
        index.drop();
        area.holders().letGo();
    }

    @Test
    void sortsKeysThatArePartlyInTheNextPage() throws Exception {
        for (int length = 32; length <= 62; length++) {
            List<byte[]> keys = wideKeys(length);
            for (int cut = 8; cut <= length; cut++) {
                sortCut(keys, cut);
            }
        }
    }

    private void sort(RunIndex by, long[] numbers) throws Exception {
        RecordArea area = new RecordArea(pool, shares, null);
        for (long number : numbers) {
            byte[] key = ByteBuffer.allocate(8).putLong(number).array();
            assertThat(area.add(key, 0, 8, key, 0, 0)).isTrue();
        }
        area.seal();
        by.resize(numbers.length, false);
        try {
            by.sort(area);
        } finally {
            by.drop();
            area.holders().letGo();
        }
    }

    /** What sorts ends when its sorter is closed; what stands in order already, or in reverse, is not sorted. */
    @Test
    void looksAtKeysThatAreInOrderAndDoesNotSortThem() throws Exception {
        Lifetime closed = new Lifetime(() -> {});
        closed.close();
        RunIndex looking = new RunIndex(memory, closed);
        long[] numbers = new Random(1)
                .longs(2_000, 0, 1 << 20)
                .map(bits -> (bits & 15) << 40 | bits)
                .toArray();
        assertThatThrownBy(() -> sort(looking, numbers)).isInstanceOf(CancellationException.class);
        Arrays.sort(numbers);
        sort(looking, numbers);
        sort(
                looking,
                LongStream.of(numbers).map(number -> Long.MAX_VALUE - number).toArray());
    }

    /** Sorts them, each with its number for a record. Whether space was needed that is not theirs: sorting by digits does that. */
    private boolean movesThem(List<byte[]> keys) throws Exception {
        List<Entry> entries = new ArrayList<>();
        RecordArea area = new RecordArea(pool, shares, null);
        for (byte[] key : keys) {
            byte[] number = ByteBuffer.allocate(4).putInt(entries.size()).array();
            entries.add(new Entry(key, number));
            assertThat(area.add(key, 0, key.length, number, 0, 4)).isTrue();
        }
        area.seal();
        index.resize(keys.size(), false);
        Arrays.fill(index.scratch(), UNTOUCHED);
        index.sort(area);
        boolean touched = LongStream.of(index.scratch()).anyMatch(word -> word != UNTOUCHED);
        LoserTree alone = new LoserTree(new RunCursor[] {new MemoryCursor(index, area)}, KeyColumns.PREFIX, false);
        assertThat(Entry.rest(new SortedRecords(alone, keys.size()))).isEqualTo(Entry.sorted(entries));
        index.drop();
        area.holders().letGo();
        return touched;
    }

    /** Whatever keys there are, also of several lengths or with long common beginnings, and with any number of equal ones. */
    @ParameterizedTest
    @EnumSource
    void whatIsInOrderOrInReverseIsNotMovedButOneKeyAtTheEndMatters(Keys kind) throws Exception {
        Random random = new Random(1);
        List<byte[]> keys = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            keys.add(kind.key(i, 2_000, random));
        }
        keys.sort(Arrays::compareUnsigned);
        byte[] first = keys.get(0);
        byte[] last = keys.get(keys.size() - 1);
        assertThat(movesThem(keys)).as("in order").isFalse();
        List<byte[]> reversed = new ArrayList<>(keys);
        Collections.reverse(reversed);
        assertThat(movesThem(reversed)).as("in reverse").isFalse();
        reversed.removeIf(key -> Arrays.equals(key, first));
        keys.removeIf(key -> Arrays.equals(key, last));
        if (!keys.isEmpty()) {
            keys.add(last);
            keys.add(keys.get(keys.size() - 2));
            assertThat(movesThem(keys)).as("the last but one is the largest").isTrue();
            reversed.add(first);
            reversed.add(reversed.get(reversed.size() - 2));
            assertThat(movesThem(reversed))
                    .as("the last but one is the smallest")
                    .isTrue();
        }
    }
}
