package io.github.foggara.api.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The bytes are those of the plain loop over groups of 7 bits. */
class VarLongTest {
    private static byte[] plain(long value) {
        byte[] bytes = new byte[10];
        int length = 0;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
        return Arrays.copyOf(bytes, length);
    }

    /** Of each number of bits, and both sides of each power of two. */
    private static LongStream values() {
        SplittableRandom random = new SplittableRandom(1);
        return LongStream.rangeClosed(0, 63).flatMap(bits -> {
            long power = 1L << bits;
            return LongStream.concat(
                    LongStream.of(power - 1, power, power + 1, -power),
                    random.longs(50).map(any -> any >>> 63 - bits));
        });
    }

    @Test
    void bytesAreThoseOfThePlainLoop() {
        values().forEach(value -> {
            RecordOutput out = new RecordOutput(0);
            out.writeByte(7);
            out.writeVarLong(value);
            out.writeByte(9);
            byte[] expected = plain(value);
            byte[] bytes = out.toByteArray();
            assertThat(bytes).hasSize(expected.length + 2).startsWith(7).endsWith(9);
            assertThat(Arrays.copyOfRange(bytes, 1, bytes.length - 1)).isEqualTo(expected);
        });
    }

    @Test
    void valuesComeBackWhateverFollows() {
        values().forEach(value -> {
            byte[] bytes = plain(value);
            for (int following = 0; following <= 12; following++) {
                byte[] all = new byte[3 + bytes.length + following];
                Arrays.fill(all, (byte) 0xFF);
                System.arraycopy(bytes, 0, all, 3, bytes.length);
                RecordInput in = new RecordInput(all, 3, bytes.length + following);
                assertThat(in.readVarLong()).isEqualTo(value);
                assertThat(in.remaining()).isEqualTo(following);
                RecordInput exact = new RecordInput(all, 3, bytes.length);
                assertThat(exact.readVarLong())
                        .as("bytes behind the end are not its")
                        .isEqualTo(value);
            }
        });
    }

    @Test
    void moreThanTenBytesAndTooFewAreRefused() {
        for (int length = 1; length <= 20; length++) {
            byte[] endless = new byte[length];
            Arrays.fill(endless, (byte) 0x80);
            assertThatThrownBy(() -> new RecordInput(endless).readVarLong())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(length < 10 ? "1 bytes are needed, 0 are left" : "more than 10 bytes");
        }
    }
}
