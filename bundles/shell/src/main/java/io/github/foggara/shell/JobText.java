package io.github.foggara.shell;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.VertexInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Jobs as text for people. */
final class JobText {
    private JobText() {}

    static String list(List<JobInfo> jobs) {
        if (jobs.isEmpty()) {
            return "There is no job.";
        }
        Table table = new Table("NAME", "STATE", "PROGRAM", ">READ", ">DURATION", "NOTE");
        for (JobInfo job : jobs) {
            table.row(
                    job.name(),
                    job.state(),
                    job.program(),
                    Units.share(job.workDone(), job.workTotal()),
                    Units.duration(job.durationMillis()),
                    note(job));
        }
        return table.toString();
    }

    static String info(JobInfo job) {
        List<String> lines = new ArrayList<>();
        lines.add("name      " + job.name());
        lines.add("program   " + job.program());
        lines.add("run       " + job.id().orElse("has not started"));
        lines.add("state     " + job.state());
        lines.add("duration  " + Units.duration(job.durationMillis()));
        lines.add("read      " + Units.share(job.workDone(), job.workTotal()));
        job.cause().ifPresent(cause -> lines.add("cause     " + indented(cause)));
        job.configurationError().ifPresent(error -> lines.add("refused   " + indented(error)));
        new TreeMap<>(job.options()).forEach((key, value) -> lines.add("option    " + key + " = " + value));
        new TreeMap<>(job.arguments()).forEach((key, value) -> lines.add("argument  " + key + " = " + value));
        if (!job.vertices().isEmpty()) {
            lines.add("");
            lines.addAll(vertices(job).lines());
        }
        if (!job.checkpoints().isEmpty()) {
            lines.add("");
            lines.addAll(CheckpointText.lines(job.checkpoints()));
        }
        if (!job.incidents().isEmpty()) {
            lines.add("");
            lines.add(attempts(job));
            lines.addAll(IncidentText.lines(job.incidents()));
        }
        if (!job.report().isEmpty()) {
            lines.add("");
            lines.addAll(job.report());
        }
        return String.join("\n", lines);
    }

    /** What a run did, vertex by vertex. */
    static List<String> summary(JobInfo job) {
        List<String> lines = new ArrayList<>();
        lines.add("Job " + job.name() + " finished in " + Units.duration(job.durationMillis()) + ".");
        vertices(job).lines().forEach(line -> lines.add("  " + line));
        return lines;
    }

    private static Table vertices(JobInfo job) {
        Table table = new Table("VERTEX", ">SUBTASKS", ">RUNNING", ">FINISHED", ">RECORDS IN", ">RECORDS OUT");
        for (VertexInfo vertex : job.vertices()) {
            table.row(
                    vertex.name(),
                    vertex.parallelism(),
                    vertex.running(),
                    vertex.finished(),
                    Units.count(vertex.recordsIn()),
                    Units.count(vertex.recordsOut()));
        }
        return table;
    }

    private static String attempts(JobInfo job) {
        return job.vertices().stream()
                .map(vertex -> vertex.name() + " " + vertex.attempt())
                .collect(Collectors.joining(", ", "attempts  ", ""));
    }

    private static String note(JobInfo job) {
        return job.configurationError()
                .map(error -> "refused: " + firstLine(error))
                .or(() -> job.cause().map(JobText::firstLine))
                .orElse("");
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    private static String indented(String text) {
        return text.strip().replace("\n", "\n          ");
    }
}
