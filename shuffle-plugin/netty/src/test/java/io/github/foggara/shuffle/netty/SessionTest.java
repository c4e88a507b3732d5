package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** A process that reads comes back at the moment it is given up: it is either still known, or new; never half of both. */
@ExtendWith(LeakCheck.class)
@Timeout(120)
class SessionTest {
    private static final int ROUNDS = 100;

    @Test
    void whoComesBackWhileItIsGivenUpIsKnownOrNew() throws Exception {
        HeldTimers timers = new HeldTimers(Duration.ofHours(1));
        try (Pair pair = new Pair(Map.of("shuffle.netty.reconnect-limit", "1 h"), timers);
                RawReader reader = new RawReader(pair)) {
            RemoteReaders readers = pair.producers.startedNetwork().consumers();
            for (int round = 0; round < ROUNDS; round++) {
                reader.attach(round, round, 0, 1 << 20);
                assertThat(reader.await(Wire.ATTACHED).view()).isEqualTo(round);
                reader.breakConnection();
                Runnable giveUp = timers.await();
                Thread meanwhile = new Thread(giveUp);
                meanwhile.start();
                reader.connect();
                meanwhile.join();
                Wire.resume(reader.link(), round, 0, 0, 1 << 20);
                reader.settle();
                assertThat(readers.connections()).as("round " + round).isEqualTo(1);
                Wire.detach(reader.link(), round, 0);
                reader.await(Wire.DETACHED);
                reader.settle();
                assertThat(readers.senders()).as("round " + round).isZero();
            }
            reader.leave();
            while (readers.connections() > 0) {
                Thread.yield();
            }
        }
    }
}
