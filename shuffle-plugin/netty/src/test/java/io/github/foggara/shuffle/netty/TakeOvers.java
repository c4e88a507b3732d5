package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.ChannelEvent.Watermark;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.testkit.shuffle.Bell;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * One seeded run of a channel whose reader moves between the producer's process and two others. The seed chooses what is done; net threads
 * choose when it arrives, so a seed says much and not all.
 */
final class TakeOvers implements AutoCloseable {
    private static final int STEPS = 150;
    /** With both ends written, which everybody is to be told once. */
    private static final int STEPS_AT_THE_END = 50;

    private static final Map<String, String> PATIENT = Map.of("shuffle.netty.fence-timeout", "1 h");

    private final Pair pair = new Pair(PATIENT);
    private final NettyShuffleEnvironment other = Pair.environment(PATIENT);
    private final NettyShuffleEnvironment[] places = {pair.producers, pair.consumers, other};
    private final ResultPartition partition = pair.partition(0, 1, new Bell());
    private final ChannelHistory history = new ChannelHistory();
    private final List<ReadingAttempt> older = new ArrayList<>();
    private final Random random;
    private ReadingAttempt current;
    private int attempts;
    /** A connection was broken since all was last seen to have arrived. */
    private boolean broken;
    /** The current attempt may not be known to the producer yet. */
    private boolean arriving;
    /** The current attempt has closed its gate, maybe before anybody knew of it. */
    private boolean left;

    /** What a reader elsewhere was sent and has not claimed may still be at the producer. */
    private boolean sentElsewhere;

    TakeOvers(long seed) {
        random = new Random(seed);
    }

    void play() {
        attach();
        for (int step = 0; step < STEPS; step++) {
            step();
        }
        finish();
    }

    private void step() {
        switch (random.nextInt(16)) {
            case 0, 1, 2, 3 -> append(random.nextInt(40));
            case 4 -> watermark();
            case 5, 6, 7 -> current.read(random.nextInt(4));
            case 8, 9 -> settle();
            case 10, 11, 12 -> attach();
            case 13 -> breakConnection();
            case 14 -> readOlder();
            default -> rarely();
        }
    }

    private void rarely() {
        switch (random.nextInt(6)) {
            case 0 -> {
                current.gate().close();
                left = true;
            }
            case 1 -> attachTooLate();
            case 2 -> older.forEach(attempt -> attempt.gate().close());
            case 3, 4 -> end();
            default -> settle();
        }
        if (random.nextInt(3) == 0) {
            attach();
        }
    }

    private void append(int count) {
        for (int i = 0; i < count && !history.dataEnded() && partition.hasRoom(); i++) {
            long number = history.append();
            partition.append(0, ChannelHistory.record(number), ChannelHistory.bytes(number));
        }
        if (random.nextBoolean()) {
            partition.flush();
        }
    }

    private void watermark() {
        if (!history.dataEnded()) {
            partition.broadcast(new Watermark(history.watermark()));
        }
    }

    private void end() {
        if (!history.dataEnded() && random.nextInt(4) == 0) {
            history.endData();
            partition.broadcast(new EndOfData(true));
        } else if (history.dataEnded() && !history.ended()) {
            history.end();
            partition.broadcast(new EndOfPartition());
        }
    }

    private void settle() {
        partition.flush();
        for (int i = 0; i < 2; i++) {
            Pair.quiesce(pair.consumers);
            Pair.quiesce(other);
        }
        broken = false;
        arriving = false;
    }

    private void breakConnection() {
        Network network = places[1 + random.nextInt(2)].startedNetwork();
        if (network != null) {
            network.producers().peers().forEach(ProducerPeer::reset);
            broken = true;
            if (arriving) {
                history.mayLose();
            }
        }
    }

    private void attach() {
        int place = random.nextInt(places.length);
        boolean here = place == 0;
        if (broken || here && sentElsewhere) {
            history.mayLose();
        }
        sentElsewhere = !here;
        if (current != null) {
            older.add(current);
        }
        current = new ReadingAttempt(history, open(places[place], attempts++));
        history.newest(current);
        arriving = true;
        left = false;
        if (random.nextBoolean()) {
            settle();
        }
    }

    private InputGate open(NettyShuffleEnvironment at, int attempt) {
        return pair.gate(at, pair.producers.location(), 0, attempt, 1, new Bell());
    }

    private void attachTooLate() {
        if (attempts < 2 || left) {
            return;
        }
        settle();
        assertThatThrownBy(() -> {
                    InputGate late = open(places[random.nextInt(places.length)], attempts - 2);
                    try (late) {
                        settle();
                        new ReadingAttempt(history, late).poll();
                    }
                })
                .as("an older attempt")
                .isInstanceOf(StaleConsumerException.class);
    }

    /** It may not know yet that it is old; then what it reads counts. */
    private void readOlder() {
        if (!older.isEmpty()) {
            ReadingAttempt old = older.get(random.nextInt(older.size()));
            try {
                old.read(1);
            } catch (StaleConsumerException e) {
                old.gate().close();
                older.remove(old);
            }
        }
    }

    private void finish() {
        settle();
        while (!history.ended()) {
            end();
        }
        for (int step = 0; step < STEPS_AT_THE_END; step++) {
            step();
        }
        for (int i = 0; i < 4; i++) {
            attach();
            readToTheEnd();
        }
        current.gate().acknowledgeEndOfData(0);
        settle();
        assertThat(partition.allDataProcessed()).as("all data processed").isTrue();
        for (ReadingAttempt old : older) {
            assertThatThrownBy(old::poll).as("an older attempt").isInstanceOf(RuntimeException.class);
            old.gate().close();
        }
        settle();
        assertThat(pair.producers.bufferedBytes())
                .as("bytes left at the producer")
                .isZero();
        assertThat(pair.consumers.bufferedBytes() + other.bufferedBytes())
                .as("bytes left at readers")
                .isZero();
    }

    private void readToTheEnd() {
        int before = -1;
        while (current.elements() != before) {
            before = current.elements();
            settle();
            current.read(Integer.MAX_VALUE);
        }
        current.checkEnded();
    }

    @Override
    public void close() {
        other.close();
        pair.close();
    }
}
