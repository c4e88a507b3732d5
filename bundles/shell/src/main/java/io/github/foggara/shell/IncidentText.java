package io.github.foggara.shell;

import io.github.foggara.api.client.FailureInfo;
import io.github.foggara.api.client.IncidentInfo;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Failures of a job and what was done about them, as text for people. */
final class IncidentText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    private IncidentText() {}

    static List<String> lines(List<IncidentInfo> incidents) {
        List<String> lines = new ArrayList<>();
        for (IncidentInfo incident : incidents) {
            lines.add("incident " + incident.number() + "  " + decision(incident));
            incident.failures().forEach(failure -> lines.add("  " + failure(failure)));
        }
        return lines;
    }

    private static String decision(IncidentInfo incident) {
        return incident.gaveUp()
                .map(why -> "not restarted" + (why.isEmpty() ? "" : ": " + why))
                .orElseGet(() -> incident.strategy() + " restarts " + incident.restarted() + " after "
                        + Units.delay(incident.delayMillis()));
    }

    private static String failure(FailureInfo failure) {
        String where = failure.vertex().isEmpty()
                ? "beside the tasks"
                : failure.vertex() + ", subtask " + (failure.subtask() + 1) + ", attempt " + failure.attempt();
        return TIME.format(Instant.ofEpochMilli(failure.millis())) + "  " + where + " (" + failure.kind() + "): "
                + failure.cause();
    }
}
