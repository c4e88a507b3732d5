package io.github.foggara.kernel.serialization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Bytes that nobody encoded: refused by IllegalArgumentException and by nothing else. */
class DamagedRecordsTest {
    private static final int FLIPS = 300;

    private final RecordCodec<Object> codec = Samples.all().codec(null);

    @Test
    void everyCutIsRefused() {
        for (byte[] bytes : encoded()) {
            for (int length = 0; length < bytes.length; length++) {
                byte[] cut = Arrays.copyOf(bytes, length);
                assertThatThrownBy(() -> codec.decode(new RecordInput(cut)))
                        .as("%d of %d bytes", length, bytes.length)
                        .isInstanceOf(IllegalArgumentException.class);
            }
        }
    }

    @Test
    void flippedBitsAreReadOrRefused() {
        SplittableRandom random = new SplittableRandom(42);
        int refused = 0;
        for (byte[] bytes : encoded()) {
            for (int i = 0; i < FLIPS; i++) {
                byte[] damaged = bytes.clone();
                for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                    damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
                }
                refused += readable(damaged) ? 0 : 1;
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void noiseIsReadOrRefused() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            byte[] noise = new byte[random.nextInt(40)];
            random.nextBytes(noise);
            if (noise.length > 0) {
                noise[0] = (byte) random.nextInt(TypeTable.FIRST_ID + 14);
            }
            readable(noise);
        }
    }

    @Test
    void deepNestingIsRefusedBeforeTheStackEnds() {
        byte[] optionals = new byte[1 << 20];
        Arrays.fill(optionals, (byte) 40);
        assertThatThrownBy(() -> codec.decode(new RecordInput(optionals)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nested deeper");
    }

    @Test
    void aLengthBeyondTheInputIsRefusedBeforeItIsAllocated() {
        for (int id : List.of(9, 10, 30, 31, 35, 37, 38, 39, 41, 42, 44, 46, 49)) {
            RecordOutput out = new RecordOutput(16);
            out.writeVarLong(id);
            out.writeVarLong(Integer.MAX_VALUE - 8);
            out.writeByte(0);
            assertThatThrownBy(() -> codec.decode(new RecordInput(out.toByteArray())))
                    .as("type %d", id)
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    private boolean readable(byte[] bytes) {
        try {
            codec.decode(new RecordInput(bytes));
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private List<byte[]> encoded() {
        return CodecsTest.values().stream()
                .map(value -> {
                    RecordOutput out = new RecordOutput(16);
                    codec.encode(value, out);
                    return out.toByteArray();
                })
                .toList();
    }
}
