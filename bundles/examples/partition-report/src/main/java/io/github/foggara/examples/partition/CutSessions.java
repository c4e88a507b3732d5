package io.github.foggara.examples.partition;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapPartitionFunction;
import java.time.Duration;

/** Cuts the visits of one user, which come in the order of time, into sessions. Holds one session, however many visits there are. */
final class CutSessions implements MapPartitionFunction<Visit, Session> {
    private static final long serialVersionUID = 1L;

    /** A longer pause ends a session. */
    private final Duration gap;

    CutSessions(Duration gap) {
        this.gap = gap;
    }

    @Override
    public void mapPartition(Iterable<Visit> visits, Collector<Session> out) {
        Session session = null;
        for (Visit visit : visits) {
            if (session == null) {
                session = Session.of(visit, 1);
            } else if (session.isOver(visit.time(), gap)) {
                out.collect(session);
                session = Session.of(visit, session.number() + 1);
            } else {
                session = session.with(visit);
            }
        }
        if (session != null) {
            out.collect(session);
        }
    }
}
