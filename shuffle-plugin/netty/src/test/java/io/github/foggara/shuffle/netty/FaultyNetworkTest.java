package io.github.foggara.shuffle.netty;

import io.github.foggara.testkit.network.FaultyProxy;
import io.github.foggara.testkit.network.FaultyProxy.Fault;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * The network between two processes is slow, cut, cut one way, half-open, reset and refusing, at seeded moments and in a seeded order, and nobody who
 * reads or writes notices. {@code -Dseed=} repeats one run, {@code -Dfoggara.seeds=} asks for more.
 */
@ExtendWith(LeakCheck.class)
class FaultyNetworkTest {
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 3);
    private static final int PRODUCERS = 3;
    private static final int CONSUMERS = 2;
    private static final int CHANNELS = PRODUCERS * CONSUMERS;
    /** What the network does, one after the other. */
    private static final int TROUBLES = Trouble.values().length;
    /** Of each channel, from one trouble to the next. */
    private static final long SHARE = 400;

    private static final long EACH = SHARE * (TROUBLES + 2);

    private enum Trouble {
        DELAY,
        SILENCE,
        NOTHING_ARRIVES,
        NOTHING_RETURNS,
        REFUSAL,
        RESET,
        CLIENTS_RESET,
        SERVERS_RESET
    }

    /** No limit for all seeds together: each waits for events, and any number may be asked for. */
    @Test
    @Timeout(value = 1, unit = TimeUnit.DAYS)
    void eachRecordArrivesOnceAndInOrder() {
        SimulatedRuntime.seeds(SEEDS).forEach(seed -> {
            try {
                play(new Random(seed));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("Seed " + seed + ": " + e.getMessage(), e);
            }
        });
    }

    private static void play(Random random) {
        Map<String, String> options =
                Map.of("shuffle.netty.channel-credit", "8 kb", "shuffle.netty.heartbeat", "100 ms");
        List<Trouble> troubles = new ArrayList<>(List.of(Trouble.values()));
        Collections.shuffle(troubles, random);
        try (Pair pair = Pair.apart(options, new LiveRuntime(), new LiveRuntime())) {
            Traffic traffic = Traffic.ofNumbers(pair);
            traffic.allow(0);
            for (int i = 0; i < PRODUCERS; i++) {
                traffic.produce(i, CONSUMERS, EACH);
            }
            for (int i = 0; i < CONSUMERS; i++) {
                traffic.consume(i, PRODUCERS);
            }
            for (int i = 0; i < TROUBLES; i++) {
                // A share more than is waited for: there is always something on its way, and never all has come.
                traffic.allow((i + 2) * SHARE);
                traffic.await((i * SHARE + random.nextInt((int) SHARE)) * CHANNELS);
                make(troubles.get(i), pair.network, random);
                if (troubles.get(i) == Trouble.DELAY) {
                    traffic.await((i + 1) * SHARE * CHANNELS);
                }
                pair.network.become(Fault.NONE);
            }
            traffic.allow(Long.MAX_VALUE);
            traffic.finish(EACH * CHANNELS);
        }
    }

    /** Each ends with what shows that it was noticed, or, if it is short, before anybody could. */
    private static void make(Trouble trouble, FaultyProxy network, Random random) {
        long before = network.connections();
        switch (trouble) {
            case RESET -> network.reset();
            case CLIENTS_RESET -> network.resetClients();
            case SERVERS_RESET -> {
                network.resetServers();
                network.awaitConnection(before);
            }
            case REFUSAL -> {
                network.become(Fault.REFUSAL);
                network.reset();
                network.awaitConnection(before + random.nextInt(3));
            }
            default -> {
                network.become(Fault.valueOf(trouble.name()));
                network.awaitHeld();
                if (trouble != Trouble.DELAY && random.nextBoolean()) {
                    network.awaitConnection(before);
                }
            }
        }
    }
}
