package io.github.foggara.shell;

import io.github.foggara.api.client.CheckpointInfo;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Checkpoints as text for people. */
final class CheckpointText {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT).withZone(ZoneId.systemDefault());

    private CheckpointText() {}

    /** The newest first. */
    static String table(List<CheckpointInfo> checkpoints) {
        Table table = new Table(
                ">CHECKPOINT", "TRIGGERED", ">DURATION", ">BYTES", ">ALIGNMENT", ">PAUSE", "SLOWEST", "RESULT");
        for (int i = checkpoints.size() - 1; i >= 0; i--) {
            CheckpointInfo info = checkpoints.get(i);
            table.row(
                    info.id(),
                    TIME.format(Instant.ofEpochMilli(info.triggeredMillis())),
                    Units.delay(info.durationMillis()),
                    Units.count(info.bytes()),
                    Units.delay(info.alignmentMillis()),
                    Units.delay(info.pauseMillis()),
                    info.slowest().orElse(""),
                    result(info));
        }
        return table.toString();
    }

    private static String result(CheckpointInfo info) {
        return info.failure()
                .map(why -> "failed: " + why.lines().findFirst().orElse(""))
                .orElseGet(() -> (info.kind().equals("SAVEPOINT") ? "savepoint " : "")
                        + info.pointer().orElse(""));
    }

    /** For the page of a job: the newest complete one, and what failed since. */
    static List<String> lines(List<CheckpointInfo> checkpoints) {
        List<String> lines = new ArrayList<>();
        for (int i = checkpoints.size() - 1; i >= 0; i--) {
            CheckpointInfo info = checkpoints.get(i);
            lines.add("checkpoint " + info.id() + "  " + words(info));
            if (info.failure().isEmpty()) {
                break;
            }
        }
        return lines;
    }

    private static String words(CheckpointInfo info) {
        String slowest = info.slowest().map(task -> ", last " + task).orElse("");
        if (info.failure().isPresent()) {
            return "failed after " + Units.delay(info.durationMillis()) + slowest + ": "
                    + info.failure().get().lines().findFirst().orElse("");
        }
        return Units.count(info.bytes()) + " bytes in " + Units.delay(info.durationMillis()) + ", alignment "
                + Units.delay(info.alignmentMillis()) + ", pause " + Units.delay(info.pauseMillis()) + slowest;
    }
}
