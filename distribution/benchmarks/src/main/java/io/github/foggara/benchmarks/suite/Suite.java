package io.github.foggara.benchmarks.suite;

import io.github.foggara.benchmarks.work.Arguments;
import io.github.foggara.benchmarks.work.TextFiles;
import io.github.foggara.benchmarks.work.UsageException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code WORKLOAD... [key=value ...]}, or {@code SUITE} for all; the keys are described in README.md. */
public final class Suite {
    /** Before the words of a run: says what is wrong with them, and runs nothing. */
    private static final String CHECK = "--check";

    private static final List<String> TEXTS = List.of("sides", "smoke", "results", "page", "gc", "heap", "jvm", "jfr");
    private static final List<String> NUMBERS = List.of("n", "warm", "seconds", "interval", "reps", "timeout");
    private static final List<String> PASSED_ON =
            List.of("p", "keys", "rate", "inner", "others", "failures", "pause", "dir", "restored", "restores");
    private static final long TEXT_BYTES = 64 << 20;

    private final Path base;
    private final Arguments arguments;
    private final PrintStream out;

    private Suite(Path base, Arguments arguments, PrintStream out) {
        this.base = base;
        this.arguments = arguments;
        this.out = out;
    }

    public static void main(String[] words) throws Exception {
        boolean check = words.length > 0 && words[0].equals(CHECK);
        List<String> labels = Arrays.stream(words)
                .skip(check ? 1 : 0)
                .filter(word -> word.indexOf('=') < 0)
                .toList();
        String[] pairs =
                Arrays.stream(words).filter(word -> word.indexOf('=') >= 0).toArray(String[]::new);
        try {
            Arguments arguments = Arguments.parse(pairs, 0);
            List<Case> cases = cases(labels);
            accept(arguments);
            Suite suite = new Suite(Path.of("").toAbsolutePath(), arguments, System.out);
            for (Case workload : check ? List.<Case>of() : cases) {
                suite.measure(workload);
            }
        } catch (UsageException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    private static List<Case> cases(List<String> labels) {
        if (labels.isEmpty()) {
            throw new UsageException("No workload is named; SUITE stands for all");
        }
        return labels.equals(List.of("SUITE"))
                ? List.of(Case.values())
                : labels.stream().map(Case::of).toList();
    }

    private static void accept(Arguments arguments) {
        List<String> accepted = new ArrayList<>(TEXTS);
        accepted.addAll(NUMBERS);
        accepted.addAll(PASSED_ON);
        for (SideName side : SideName.values()) {
            accepted.addAll(List.of("gc." + side.label(), "jvm." + side.label()));
        }
        arguments.require("The suite", accepted);
        Stream.of(NUMBERS, PASSED_ON)
                .flatMap(List::stream)
                .filter(key -> !key.equals("dir"))
                .forEach(key -> arguments.number(key, 0));
        sides(arguments);
    }

    private static List<SideName> sides(Arguments arguments) {
        return Arrays.stream(arguments.text("sides", "foggara,flink,jet").split(","))
                .map(SideName::of)
                .toList();
    }

    private void measure(Case workload) throws IOException, InterruptedException {
        List<SideName> sides = sides(arguments).stream().filter(workload::has).toList();
        Outcome outcome = new Outcome(workload);
        long repetitions = arguments.number("reps", smoke() ? 1 : 5);
        for (int i = 1; i <= repetitions; i++) {
            for (SideName side : sides) {
                List<Figure> figures = once(workload, side);
                outcome.add(side, figures);
                figures.forEach(figure -> System.err.printf(
                        "%s %d/%d %s %s %.3f (others %.2f)%n",
                        workload.label(),
                        outcome.figures(side, workload.metrics().get(0)).size(),
                        repetitions,
                        side.label(),
                        figure.metric(),
                        figure.value(),
                        figure.others()));
            }
        }
        outcome.checkTotals();
        report(outcome, repetitions);
    }

    private boolean smoke() {
        return arguments.text("smoke", "false").equals("true");
    }

    private List<Figure> once(Case workload, SideName side) throws IOException, InterruptedException {
        if (workload == Case.W8) {
            Path text = base.resolve("target/start.txt");
            Files.writeString(text, "the quick brown fox jumps over the lazy dog\n".repeat(1000));
            return new Start(base, Path.of(System.getProperty("foggara.home")), text).run(side);
        }
        Map<String, String> parameters = new LinkedHashMap<>();
        if (workload == Case.W3) {
            Path text = base.resolve(smoke() ? "target/text-small" : "target/text");
            TextFiles.make(text, smoke() ? TEXT_BYTES / 32 : TEXT_BYTES);
            parameters.put("text", text.toString());
        }
        long records = workload.records(side);
        if (records > 0) {
            parameters.put("n", Long.toString(arguments.number("n", smoke() ? records / 20 : records)));
        }
        parameters.put("warm", arguments.text("warm", smoke() ? "1" : workload.warmSeconds()));
        parameters.put("seconds", arguments.text("seconds", smoke() ? "2" : "10"));
        parameters.put("interval", arguments.text("interval", smoke() ? "50" : "1000"));
        for (String key : PASSED_ON) {
            if (arguments.values().containsKey(key)) {
                parameters.put(key, arguments.values().get(key));
            }
        }
        return new Fork(base, arguments).run(workload, side, parameters);
    }

    private void report(Outcome outcome, long repetitions) throws IOException, InterruptedException {
        Map<String, String> about = new LinkedHashMap<>();
        about.put("date", Instant.now().truncatedTo(ChronoUnit.MINUTES).toString());
        about.put("commit", System.getProperty("benchmarks.commit", "unknown"));
        about.put("repetitions", Long.toString(repetitions));
        about.put(
                "machine",
                Runtime.getRuntime().availableProcessors() + " processors, Java " + System.getProperty("java.version"));
        about.put(
                "arguments",
                arguments.values().entrySet().stream()
                        .map(entry -> entry.getKey() + "=" + entry.getValue())
                        .collect(Collectors.joining(" ")));
        String label = outcome.workload().label();
        Path results = Files.createDirectories(
                smoke() ? base.resolve("target/smoke") : base.resolve(arguments.text("results", "results")));
        Files.writeString(results.resolve(label + ".json"), Json.of(outcome, about));
        Files.writeString(results.resolve(label + ".svg"), Chart.of(outcome));
        if (!smoke() && arguments.text("page", "true").equals("true")) {
            Path page = base.resolve("../../docs/performance.md");
            new Page(page).update(outcome, about, "../distribution/benchmarks/results/" + label + ".svg");
        }
        out.println("\n" + label + ": " + outcome.workload().description() + "\n\n" + Table.of(outcome));
    }
}
