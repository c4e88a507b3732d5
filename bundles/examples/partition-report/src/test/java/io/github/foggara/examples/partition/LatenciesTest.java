package io.github.foggara.examples.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LatenciesTest {
    private static final LatencyAggregate AGGREGATE = new LatencyAggregate();

    private static Latencies fold(long... milliseconds) {
        Latencies latencies = AGGREGATE.createAccumulator();
        for (long each : milliseconds) {
            latencies = AGGREGATE.add(new Request("shop", each, "/"), latencies);
        }
        return latencies;
    }

    /** By another way: all values, sorted. */
    private static long exact(long[] milliseconds, int percent) {
        long[] sorted = milliseconds.clone();
        Arrays.sort(sorted);
        return sorted[(int) Math.max(1, Math.ceil(sorted.length * percent / 100.0)) - 1];
    }

    @Test
    void percentilesOfAHundredRequestsAreThose() {
        ServiceLatency latency =
                AGGREGATE.result(fold(LongStream.rangeClosed(1, 100).toArray()));
        assertThat(latency).isEqualTo(new ServiceLatency("shop", 100, 50, 95, 99));
        assertThat(AGGREGATE.result(fold(0))).isEqualTo(new ServiceLatency("shop", 1, 0, 0, 0));
        assertThat(AGGREGATE.result(fold(7, 7, 9))).isEqualTo(new ServiceLatency("shop", 3, 7, 9, 9));
        assertThat(AGGREGATE.result(fold(6234, 7, 6100))).isEqualTo(new ServiceLatency("shop", 3, 6103, 6234, 6234));
    }

    @Test
    void percentilesAreExactBelowTwoSecondsAndAThousandthTooMuchAtMostAbove() {
        long seed = Long.getLong("seed", System.nanoTime());
        Random random = new Random(seed);
        for (int round = 0; round < 200; round++) {
            long limit = round % 2 == 0 ? 2048 : 1L << (12 + random.nextInt(40));
            long[] values = random.longs(1 + random.nextInt(300), 0, limit).toArray();
            Latencies latencies = fold(values);
            for (int percent : new int[] {50, 95, 99, 100}) {
                long exact = exact(values, percent);
                assertThat(latencies.percentile(percent))
                        .as("%d %% of %s, seed %d", percent, Arrays.toString(values), seed)
                        .isBetween(exact, exact < 2048 ? exact : exact + exact / 1000);
            }
        }
    }

    @Test
    void everyDurationIsInTheRangeThatSaysSo() {
        List<Long> durations = new ArrayList<>(List.of(0L, Long.MAX_VALUE));
        for (int bit = 0; bit < 63; bit++) {
            durations.addAll(List.of((1L << bit) - 1, 1L << bit, (1L << bit) + 1));
        }
        for (long each : durations) {
            int range = Latencies.range(each);
            assertThat(Latencies.largest(range)).as("%d", each).isGreaterThanOrEqualTo(each);
            assertThat(range == 0 ? -1 : Latencies.largest(range - 1))
                    .as("%d", each)
                    .isLessThan(each);
        }
    }

    @Test
    void twoPartsTogetherAreTheWhole() {
        Latencies merged = AGGREGATE.merge(fold(1, 5000, 3), fold(2, 90_000));
        assertThat(AGGREGATE.result(merged)).isEqualTo(AGGREGATE.result(fold(1, 2, 3, 5000, 90_000)));
        assertThat(AGGREGATE.result(AGGREGATE.merge(Latencies.none(), fold(4))).service())
                .isEqualTo("shop");
    }

    @Test
    void aRequestWithoutAServiceOrOfNegativeTimeIsRefused() {
        assertThatThrownBy(() -> new Request(" ", 1, "/")).hasMessageContaining("service");
        assertThatThrownBy(() -> new Request("shop", -1, "/")).hasMessageContaining("-1");
    }
}
