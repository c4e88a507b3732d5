package io.github.foggara.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** {@code [check|save|PATTERN] [forks]}: runs the benchmarks and compares them with the committed record, or writes it. */
public final class Baseline {
    private static final Path FILE = Path.of("results/jmh-baseline.txt");

    private Baseline() {}

    public static void main(String[] words) throws Exception {
        String word = words.length > 0 ? words[0] : "check";
        int forks = words.length > 1 ? Integer.parseInt(words[1]) : 3;
        boolean all = word.equals("check") || word.equals("save");
        List<Score> scores = run(all ? ".*Benchmark.*" : word, forks);
        if (word.equals("save")) {
            save(scores);
        } else if (compare(scores, read()) > 0) {
            System.exit(1);
        }
    }

    private static List<Score> run(String pattern, int forks) throws RunnerException {
        Collection<RunResult> results = new Runner(new OptionsBuilder()
                        .include(pattern)
                        .mode(Mode.AverageTime)
                        .timeUnit(TimeUnit.NANOSECONDS)
                        .forks(forks)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.seconds(1))
                        .measurementIterations(5)
                        .measurementTime(TimeValue.seconds(1))
                        .jvmArgs("-Xms2g", "-Xmx2g", "-XX:+UseParallelGC", "-XX:+AlwaysPreTouch")
                        .build())
                .run();
        List<Score> scores = new ArrayList<>();
        for (RunResult result : results) {
            var primary = result.getPrimaryResult();
            double error = Double.isNaN(primary.getScoreError()) ? 0 : primary.getScoreError();
            scores.add(new Score(name(result), primary.getScore(), error));
        }
        return scores;
    }

    /** Class, method and parameters, without package. */
    private static String name(RunResult result) {
        String[] parts = result.getParams().getBenchmark().split("\\.");
        StringBuilder name = new StringBuilder(parts[parts.length - 2].replace("Benchmark", ""))
                .append('.')
                .append(parts[parts.length - 1]);
        for (String key : result.getParams().getParamsKeys()) {
            name.append('/').append(key).append('=').append(result.getParams().getParam(key));
        }
        return name.toString();
    }

    private static void save(List<Score> scores) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("# Nanoseconds per operation and error (99.9 %), Java " + System.getProperty("java.version")
                + ", commit " + System.getProperty("benchmarks.commit", "unknown") + "; written by: run.sh jmh save");
        scores.forEach(score -> lines.add(score.line()));
        Files.createDirectories(FILE.getParent());
        Files.write(FILE, lines);
    }

    private static Map<String, Score> read() throws IOException {
        Map<String, Score> record = new HashMap<>();
        if (Files.exists(FILE)) {
            Files.readAllLines(FILE).stream()
                    .filter(line -> !line.startsWith("#") && !line.isBlank())
                    .map(Score::parse)
                    .forEach(score -> record.put(score.name(), score));
        }
        return record;
    }

    /** Returns how many have regressed. */
    private static int compare(List<Score> scores, Map<String, Score> record) {
        int regressed = 0;
        System.out.printf("%n%-52s %12s %12s %12s%n", "ns/op", "now", "error", "record");
        for (Score score : scores) {
            Score before = record.get(score.name());
            boolean worse = before != null && score.regressedFrom(before);
            regressed += worse ? 1 : 0;
            String beside = before == null ? "-" : String.format(Locale.ROOT, "%.3f", before.nanos());
            System.out.printf("%s %12s%s%n", score.line(), beside, worse ? "  REGRESSED" : "");
        }
        return regressed;
    }
}
