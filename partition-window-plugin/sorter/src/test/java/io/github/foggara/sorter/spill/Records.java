package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.Segment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;

/** Records whose number says what they are, so that none need be remembered. */
final class Records {
    private static final int[] LENGTHS = {0, 1, 20, 127, 128, 300, 4094, 4096, 5000, 17_000};

    private final long seed;

    Records(long seed) {
        this.seed = seed;
    }

    /** Mostly short, now and then longer than a page. */
    byte[] record(long number) {
        Random random = new Random(seed * 31 + number);
        int length = random.nextInt(40) == 0 ? LENGTHS[random.nextInt(LENGTHS.length)] : random.nextInt(60);
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    void add(Spool spool, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            byte[] record = record(spool.records());
            byte[] around = new byte[record.length + 2];
            System.arraycopy(record, 0, around, 1, record.length);
            spool.add(around, 1, record.length);
        }
    }

    /** Closes it. */
    void assertYields(RecordReader reader, long from, long to) throws IOException {
        try (reader) {
            for (long number = from; number < to; number++) {
                assertThat(reader.next())
                        .as("there is record " + number + ", seed " + seed)
                        .isTrue();
                assertIs(number, reader);
            }
            assertThat(reader.next()).isFalse();
        }
    }

    void assertIs(long number, RecordReader reader) {
        byte[] expected = record(number);
        int offset = reader.offset();
        int end = offset + reader.length();
        if (!Arrays.equals(expected, 0, expected.length, reader.bytes(), offset, end)) {
            assertThat(Arrays.copyOfRange(reader.bytes(), offset, end))
                    .as("record " + number + ", seed " + seed)
                    .isEqualTo(expected);
        }
    }

    static byte[] written(Segment segment) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        segment.write(out);
        return out.toByteArray();
    }

    static FormerSegment former(byte[] bytes) {
        return new FormerSegment() {
            @Override
            public long length() {
                return bytes.length;
            }

            @Override
            public InputStream open() {
                return new ByteArrayInputStream(bytes);
            }

            @Override
            public void write(OutputStream out) throws IOException {
                out.write(bytes);
            }
        };
    }
}
