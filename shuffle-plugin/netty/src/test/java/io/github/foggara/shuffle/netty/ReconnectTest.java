package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** The connection breaks at any moment, and nobody who reads or writes notices. */
@ExtendWith(LeakCheck.class)
@Timeout(120)
class ReconnectTest {
    private static final long EACH = 20_000;

    @Test
    void recordsArriveOnceWhateverBreaks() {
        SimulatedRuntime.seeds(3).forEach(seed -> {
            try (Pair pair = new Pair(Map.of("shuffle.netty.channel-credit", "8 kb"))) {
                Traffic traffic = Traffic.ofNumbers(pair);
                for (int i = 0; i < 2; i++) {
                    traffic.produce(i, 2, EACH);
                    traffic.consume(i, 2);
                }
                int breaks = breakOften(pair, traffic, new Random(seed));
                traffic.finish(4 * EACH);
                assertThat(breaks).as("connections broken, seed " + seed).isGreaterThan(3);
            }
        });
    }

    @Test
    void aRecordInManyFramesStartsAnew() {
        byte[] large = new byte[3_000_000];
        new Random(1).nextBytes(large);
        try (Pair pair = new Pair(Map.of())) {
            Traffic traffic = new Traffic(pair, large.length, number -> number % 2 == 0 ? large : number);
            traffic.produce(0, 1, 40);
            traffic.consume(0, 1);
            assertThat(breakOften(pair, traffic, new Random(2))).isPositive();
            traffic.finish(40);
        }
    }

    /** Breaks the connection after each seeded number of further records, as long as there are any. */
    private static int breakOften(Pair pair, Traffic traffic, Random random) {
        int breaks = 0;
        while (traffic.running()) {
            long until = traffic.received.get() + random.nextInt(8_000);
            for (int spins = random.nextInt(100_000); spins > 0 && traffic.received.get() < until; spins--) {
                Thread.onSpinWait();
            }
            Network network = pair.consumers.startedNetwork();
            if (network == null || network.producers().peers().isEmpty()) {
                continue;
            }
            // Each time it is up again and something has come over it, or it has at least been asked for an answer.
            pair.quiesce();
            network.producers().peers().get(0).reset();
            breaks++;
        }
        return breaks;
    }
}
