package io.github.foggara.benchmarks.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** A Markdown page with one generated section per workload, between markers; all else on it is written by hand. */
final class Page {
    private final Path file;

    Page(Path file) {
        this.file = file;
    }

    /** Replaces the section of the workload, or adds it at the end. */
    void update(Outcome outcome, Map<String, String> about, String chart) throws IOException {
        String label = outcome.workload().label();
        String begin = "<!-- generated: " + label + " -->";
        String end = "<!-- end of " + label + " -->";
        String section = begin + "\n## " + label + "\n\n" + outcome.workload().description() + "\n\n"
                + Table.of(outcome) + "\n![" + label + "](" + chart + ")\n\nMeasured " + about.get("date")
                + " at commit "
                + about.get("commit") + ", " + about.get("repetitions") + " repetitions, " + about.get("machine")
                + ". Again: `"
                + ("distribution/benchmarks/run.sh " + label + " " + about.get("arguments")).strip() + "`\n" + end;
        String page = Files.readString(file);
        int from = page.indexOf(begin);
        int to = page.indexOf(end);
        String updated = from >= 0 && to > from
                ? page.substring(0, from) + section + page.substring(to + end.length())
                : page.stripTrailing() + "\n\n" + section + "\n";
        Path unfinished = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(unfinished, updated);
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
