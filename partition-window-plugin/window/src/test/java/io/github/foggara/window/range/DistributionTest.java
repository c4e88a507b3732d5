package io.github.foggara.window.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DistributionTest {
    private static final double ALL = 1L << 31;

    private static byte[] key(int... bytes) {
        byte[] key = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            key[i] = (byte) bytes[i];
        }
        return key;
    }

    /** In thousandths of all. */
    private static long place(Distribution distribution, int... bytes) {
        return Math.round(1_000 * (distribution.place(key(bytes), bytes.length) / ALL));
    }

    @Test
    void aKeyLiesInTheMiddleOfItsRecordsAndOthersBetween() {
        Distribution distribution = Distribution.of(List.of(
                new Tally(0, 2, List.of(new Sample(40, List.of(key(10), key(200))))),
                new Tally(1, 2, List.of(new Sample(50, List.of(key(200))), new Sample(10, List.of(key(90)))))));
        assertThat(place(distribution, 5)).isZero();
        assertThat(place(distribution, 10)).isEqualTo(100);
        assertThat(place(distribution, 10, 1)).isEqualTo(200);
        assertThat(place(distribution, 90)).isEqualTo(250);
        assertThat(place(distribution, 199, 255)).isEqualTo(300);
        assertThat(place(distribution, 200)).isEqualTo(650);
        assertThat(place(distribution, 201)).isEqualTo(1_000);
    }

    @Test
    void withoutKeysThereIsOnePlace() {
        Distribution distribution = Distribution.of(List.of(new Tally(0, 1, List.of(new Sample(9, List.of())))));
        assertThat(place(distribution, 5)).isEqualTo(place(distribution, 6));
    }

    @Test
    void everySubtaskHasItsShareOfThePlaces() {
        assertThat(Distribution.subtask(0, 3)).isZero();
        assertThat(Distribution.subtask(Integer.MAX_VALUE / 2, 2)).isZero();
        assertThat(Distribution.subtask(Integer.MAX_VALUE / 2 + 1, 2)).isEqualTo(1);
        assertThat(Distribution.subtask(Integer.MAX_VALUE, 7)).isEqualTo(6);
        assertThat(Distribution.subtask(Integer.MAX_VALUE, 4_096)).isEqualTo(4_095);
    }

    private static byte[] randomKey(Random random) {
        byte[] key = new byte[random.nextInt(12)];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) (random.nextInt(3) - 1);
        }
        return key;
    }

    @Test
    void aLargerKeyNeverLiesBefore() {
        SimulatedRuntime.seeds(200).forEach(seed -> {
            Random random = new Random(seed);
            List<byte[]> keys = new ArrayList<>();
            for (int i = 0; i < 60; i++) {
                keys.add(randomKey(random));
            }
            List<Tally> tallies = List.of(
                    new Tally(0, 2, List.of(new Sample(random.nextInt(1_000) + 20, keys.subList(0, 20)))),
                    new Tally(1, 2, List.of(new Sample(random.nextInt(1_000) + 10, keys.subList(20, 30)))));
            Distribution distribution = Distribution.of(tallies);
            keys.sort(Arrays::compareUnsigned);
            int before = 0;
            for (byte[] key : keys) {
                int place = distribution.place(key, key.length);
                assertThat(place).as("seed %d", seed).isGreaterThanOrEqualTo(before);
                before = place;
            }
        });
    }

    @Test
    void aTallyComesBackFromItsBytes() {
        Tally tally = new Tally(3, 5, List.of(new Sample(7, List.of(key(1, 2), key())), new Sample(0, List.of())));
        Tally read = Tally.decode(tally.encode());
        assertThat(read.records()).isEqualTo(7);
        assertThat(read.encode()).isEqualTo(tally.encode());
    }

    @Test
    void damagedTalliesAreRefused() {
        byte[] bytes = new Tally(3, 5, List.of(new Sample(7, List.of(key(1, 2))))).encode();
        for (int length = 0; length < bytes.length; length++) {
            byte[] begin = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> Tally.decode(begin)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> Tally.decode(Arrays.copyOf(bytes, bytes.length + 1)))
                .hasMessageContaining("1 bytes too many");
        assertThatThrownBy(() -> Tally.decode(new Tally(5, 5, List.of()).encode()))
                .hasMessageContaining("subtask 5 of 5");
    }
}
