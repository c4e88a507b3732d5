package io.github.foggara.examples.partition;

import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.sort.Order;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.connector.file.FileSource;
import io.github.foggara.streams.DataStream;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.ReportSink;
import io.github.foggara.streams.StreamEnvironment;
import java.time.Duration;
import org.osgi.service.component.annotations.Component;

/**
 * Cuts what users did into sessions: a pause that is longer than the gap ends one. Arguments: {@code input}, CSV files with the columns {@code
 * user,time,page} among others, in any order of time; {@code output}, a new directory for all sessions as CSV, if wanted; {@code gap}, in
 * minutes, 30 if not given; {@code top}, how many of the longest sessions are shown, 20 if not given; {@code malformed}, {@code fail} (if not
 * given) or {@code skip}.
 *
 * <p>The visits of a user are sorted by time, then a function sees them one by one in that order. It may rely on that: a keyed operator keeps
 * the order in which the records of a key arrive, and they arrive as the sort emits them. For all records of a user come out of one subtask of
 * the sort, one behind the other; both operators have the same key, so they all go to one subtask of the next; and what one subtask sends to
 * another one stays in order. That holds for any parallelism of the two. Nobody holds all visits of a user in memory: they are sorted on
 * disk if need be, and the function keeps the session it is in.
 */
@Component(property = "foggara.job=sessions")
public final class SessionReport implements JobProgram {
    private static final int DEFAULT_GAP = 30;
    private static final int LARGEST_GAP = 60 * 24 * 365;
    private static final int DEFAULT_TOP = 20;
    private static final int LARGEST_TOP = 100_000;

    @Override
    public void define(StreamEnvironment env, JobParameters parameters) {
        env.runtimeMode(RuntimeMode.BATCH);
        int top = parameters.integer("top", DEFAULT_TOP, 1, LARGEST_TOP);
        Duration gap = Duration.ofMinutes(parameters.integer("gap", DEFAULT_GAP, 1, LARGEST_GAP));

        DataStream<Session> sessions = env.fromSource(
                        FileSource.csv(parameters.string("input"), Visit.class)
                                .onMalformed(Malformed.of(parameters), Malformed.SKIP_ADVICE),
                        "visits")
                .uid("visits")
                .keyBy(Visit::user)
                .fullWindowPartition()
                .sortPartition(Visit::time, Order.ASCENDING)
                // Visits of the same moment have an order too, so that every run gives the same, whoever reads them
                // first.
                .thenSortPartition(Visit::page, Order.ASCENDING)
                .name("by time")
                .uid("by-time")
                .keyBy(Visit::user)
                .fullWindowPartition()
                .mapPartition(new CutSessions(gap))
                .name("sessions")
                .uid("sessions");

        sessions.sinkTo(
                        ReportSink.topN(Session.HEADING, top, Session::compareByPages, Session::line),
                        "longest sessions")
                .uid("report");
        if (parameters.find("output").isPresent()) {
            sessions.sinkTo(FileSink.csv(parameters.path("output"), Session.class), "sessions as CSV")
                    .uid("csv");
        }
    }
}
