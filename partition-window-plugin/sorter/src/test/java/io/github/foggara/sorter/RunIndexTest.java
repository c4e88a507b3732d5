package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RunIndexTest {
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
}
