package io.github.foggara.examples.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CutSessionsTest {
    private static final Instant BEGIN = Instant.parse("2026-01-05T10:00:00Z");

    private static Visit visit(int seconds) {
        return new Visit("ann", BEGIN.plusSeconds(seconds), "/" + seconds);
    }

    private static Session session(int number, int begin, int end, int pages) {
        return new Session(
                "ann", number, BEGIN.plusSeconds(begin), BEGIN.plusSeconds(end), pages, "/" + begin, "/" + end);
    }

    private static List<Session> cut(int... seconds) {
        List<Session> sessions = new ArrayList<>();
        Iterable<Visit> visits =
                () -> IntStream.of(seconds).mapToObj(CutSessionsTest::visit).iterator();
        new CutSessions(Duration.ofMinutes(1)).mapPartition(visits, sessions::add);
        return sessions;
    }

    @Test
    void aLongerPauseThanTheGapBeginsAnotherSession() {
        assertThat(cut(0, 10, 70)).containsExactly(session(1, 0, 70, 3));
        assertThat(cut(0, 10, 71, 200, 201))
                .containsExactly(session(1, 0, 10, 2), session(2, 71, 71, 1), session(3, 200, 201, 2));
        assertThat(cut(5)).containsExactly(session(1, 5, 5, 1));
        assertThat(cut(5, 5)).containsExactly(session(1, 5, 5, 2));
        assertThat(cut()).isEmpty();
    }

    @Test
    void aSessionIsEmittedBeforeTheNextVisitIsAskedFor() {
        AtomicInteger asked = new AtomicInteger();
        Iterator<Visit> visits = IntStream.range(0, 1000)
                .peek(asked::set)
                .mapToObj(i -> visit(i * 61))
                .iterator();
        List<Integer> askedBefore = new ArrayList<>();
        new CutSessions(Duration.ofMinutes(1)).mapPartition(() -> visits, session -> askedBefore.add(asked.get()));
        assertThat(askedBefore).hasSize(1000).startsWith(1, 2, 3).endsWith(998, 999, 999);
    }
}
