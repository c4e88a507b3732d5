package io.github.foggara.window.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReservoirTest {
    private static void offer(Reservoir reservoir, int from, int to) {
        for (int i = from; i < to; i++) {
            if (reservoir.chooses()) {
                reservoir.put(ByteBuffer.allocate(4).putInt(i).array());
            }
        }
    }

    private static List<Integer> numbers(Sample sample) {
        return sample.keys().stream().map(key -> ByteBuffer.wrap(key).getInt()).toList();
    }

    @Test
    void fewAreAllChosen() {
        Reservoir reservoir = new Reservoir(5, 0);
        offer(reservoir, 0, 4);
        assertThat(numbers(reservoir.sample())).containsExactly(0, 1, 2, 3);
        assertThat(reservoir.sample().records()).isEqualTo(4);
    }

    @Test
    void withoutRoomItCounts() {
        Reservoir reservoir = new Reservoir(0, 0);
        offer(reservoir, 0, 1_000);
        assertThat(reservoir.sample()).isEqualTo(new Sample(1_000, List.of()));
    }

    /** 10 of 100, drawn 5,000 times: each is expected 500 times, with a standard deviation of 21. */
    @Test
    void eachHasTheSameChance() {
        int[] chosen = new int[100];
        for (int seed = 0; seed < 5_000; seed++) {
            Reservoir reservoir = new Reservoir(10, seed);
            offer(reservoir, 0, chosen.length);
            numbers(reservoir.sample()).forEach(i -> chosen[i]++);
        }
        assertThat(Arrays.stream(chosen).sum()).isEqualTo(50_000);
        assertThat(Arrays.stream(chosen).boxed())
                .allSatisfy(count -> assertThat(count).isBetween(395, 605));
    }

    private static byte[] bytes(Reservoir reservoir) {
        RecordOutput out = new RecordOutput(64);
        reservoir.encode(out);
        return out.toByteArray();
    }

    @Test
    void goesOnWhereItsBytesEnd() {
        SimulatedRuntime.seeds(200).forEach(seed -> {
            Random random = new Random(seed);
            int capacity = random.nextInt(8);
            int cut = random.nextInt(300);
            Reservoir whole = new Reservoir(capacity, seed);
            offer(whole, 0, 300);
            Reservoir begun = new Reservoir(capacity, seed);
            offer(begun, 0, cut);
            Reservoir rest = Reservoir.decode(new RecordInput(bytes(begun)));
            offer(rest, cut, 300);
            assertThat(bytes(rest)).as("seed %d", seed).isEqualTo(bytes(whole));
        });
    }

    @Test
    void bytesThatEndTooSoonAreRefused() {
        Reservoir reservoir = new Reservoir(3, 0);
        offer(reservoir, 0, 9);
        byte[] all = bytes(reservoir);
        for (int length = 0; length < all.length; length++) {
            RecordInput in = new RecordInput(all, 0, length);
            assertThatThrownBy(() -> Reservoir.decode(in)).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
