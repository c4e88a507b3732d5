package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Segments as they should be and as nobody wrote them. */
class StreamCursorTest {
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final byte[] buffer = new byte[1024];

    private static byte[] segment(long records, long payload, byte[] body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new SegmentHeader(SegmentHeader.LOG, records, payload).write(out);
        out.write(body);
        return out.toByteArray();
    }

    private static void put(ByteArrayOutputStream body, byte[] key, byte[] record) throws IOException {
        byte[] head = new byte[RecordFormat.MAX_HEADER];
        body.write(head, 0, RecordFormat.putHeader(head, 0, key.length, record.length));
        body.write(key);
        body.write(record);
    }

    private StreamCursor cursor(byte[] segment) throws IOException {
        return new StreamCursor(new ByteArrayInputStream(segment), buffer);
    }

    private void checkDamaged(byte[] segment, String what) {
        assertThatThrownBy(() -> {
                    StreamCursor cursor = cursor(segment);
                    while (cursor.advance()) {
                        assertThat(cursor.keyLength >= 0).isTrue();
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining("damaged")
                .hasMessageContaining(what);
    }

    @Test
    void recordsOfAllSizesComeAsTheyWere() throws IOException {
        for (int seed = 0; seed < 100; seed++) {
            Random random = Keys.random(seed);
            byte[][] keys = new byte[40][];
            byte[][] records = new byte[40][];
            ByteArrayOutputStream body = new ByteArrayOutputStream();
            for (int i = 0; i < keys.length; i++) {
                keys[i] = new byte[random.nextInt(1 << random.nextInt(12))];
                records[i] = new byte[random.nextInt(1 << random.nextInt(18))];
                random.nextBytes(keys[i]);
                random.nextBytes(records[i]);
                put(body, keys[i], records[i]);
            }
            StreamCursor cursor = cursor(segment(keys.length, body.size(), body.toByteArray()));
            for (int i = 0; i < keys.length; i++) {
                assertThat(cursor.advance()).isTrue();
                assertThat(Arrays.copyOfRange(cursor.keyBytes, cursor.keyAt, cursor.keyAt + cursor.keyLength))
                        .isEqualTo(keys[i]);
                assertThat(Arrays.copyOfRange(cursor.bytes, cursor.recordAt, cursor.recordAt + cursor.recordLength))
                        .isEqualTo(records[i]);
                assertThat(cursor.prefix).isEqualTo(RecordFormat.prefix(keys[i], 0, keys[i].length));
            }
            assertThat(cursor.advance()).isFalse();
            assertThat(cursor.advance()).isFalse();
        }
    }

    @Test
    void recordsLargerThanTheMemoryForThemShareOneArray() throws IOException {
        int count = 2000;
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int i = 0; i < count; i++) {
            put(body, new byte[8], new byte[3000]);
        }
        StreamCursor cursor = cursor(segment(count, body.size(), body.toByteArray()));
        assertThat(cursor.advance()).isTrue();
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        boolean all = true;
        for (int i = 1; i < count; i++) {
            all &= cursor.advance();
        }
        assertThat(threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before)
                .isLessThan(100L * count);
        assertThat(all).isTrue();
    }

    @Test
    void whatGoesOnBehindTheLastRecordIsDamaged() throws IOException {
        byte[] two = {1, 1, 'a', 'x', 1, 1, 'b', 'y'};
        checkDamaged(segment(1, 4, two), "goes on behind the last of its 1 records, which should end at byte 26");
        checkDamaged(segment(0, 0, new byte[1]), "goes on behind");
        checkDamaged(segment(2, 9, Arrays.copyOf(two, 9)), "have 8 bytes instead of 9");
        byte[] large = Arrays.copyOf(new byte[] {1, (byte) 0x88, 0x27}, 3 + 1 + 5000);
        assertThat(cursor(segment(1, large.length, large)).advance()).isTrue();
        checkDamaged(segment(1, large.length, Arrays.copyOf(large, large.length + 1)), "goes on behind");
    }

    @Test
    void aNumberOfRecordsThatCannotBeIsDamaged() throws IOException {
        checkDamaged(segment(Long.MAX_VALUE / 2 + 2, 10, new byte[10]), "has 4611686018427387905 records of 10 bytes");
        checkDamaged(segment(Long.MAX_VALUE, 10, new byte[10]), "records of 10 bytes");
        checkDamaged(segment(6, 11, new byte[11]), "6 records of 11 bytes");
        checkDamaged(segment(0, -1, new byte[0]), "0 records of -1 bytes");
    }

    @Test
    void aHeaderThatIsCutIsDamaged() throws IOException {
        byte[] whole = segment(1, 2, new byte[2]);
        assertThat(cursor(whole).advance()).isTrue();
        for (int length = 0; length < SegmentHeader.BYTES; length++) {
            checkDamaged(Arrays.copyOf(whole, length), "ends within its header of 22 bytes");
        }
    }

    /** The largest record there may be is announced, and a few bytes come. */
    @Test
    void aLengthIsNotAllocatedBeforeItsBytesCome() throws IOException {
        byte[] head = new byte[100];
        int body = RecordFormat.MAX_BODY;
        int headLength = RecordFormat.putHeader(head, 0, 0, body);
        long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
        checkDamaged(segment(1, (long) headLength + body, head), "ends after 0 of 1 records");
        assertThat(threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before)
                .isLessThan(10 << 20);
        RecordFormat.putHeader(head, 0, 1, body);
        checkDamaged(segment(1, (long) headLength + 1 + body, head), "at byte 22 cannot have a key of 1 bytes");
    }
}
