package io.github.foggara.benchmarks.work;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a job must report, worked out by plain loops. */
public final class Expected {
    private Expected() {}

    public static Totals of(Load load) throws IOException {
        return switch (load.workload()) {
            case CHAIN -> chain(load.records());
            case SHUFFLE, MANY -> sums(load, false);
            case WIDE -> sums(load, true);
            case RESTART -> numbers(load);
            case WORDS -> words(counts(load.text()));
            default -> throw new IllegalArgumentException(load.workload() + " has no end");
        };
    }

    private static Totals chain(long records) {
        long count = 0;
        long sum = 0;
        for (long number = 0; number < records; number++) {
            long mapped = Chain.map(number);
            if (Chain.keep(mapped)) {
                count++;
                sum += mapped;
            }
        }
        return new Totals(count, sum);
    }

    private static Totals sums(Load load, boolean text) {
        int[] counts = new int[Math.toIntExact(load.keys())];
        for (long number = 0; number < load.records(); number++) {
            counts[(int) Numbers.key(number, load.keys())]++;
        }
        long sum = 0;
        for (int key = 0; key < counts.length; key++) {
            long digested = text ? Numbers.text(key).hashCode() : key;
            for (int i = 1; i <= counts[key]; i++) {
                sum += Numbers.digest(digested, i * Numbers.value(key));
            }
        }
        return new Totals(load.records(), sum);
    }

    private static Totals numbers(Load load) {
        long sum = 0;
        for (long number = 0; number < load.records(); number++) {
            sum += Numbers.digest(Numbers.key(number, load.keys()), number);
        }
        return new Totals(load.records(), sum);
    }

    private static Totals words(Map<String, Integer> counts) {
        long words = 0;
        long sum = 0;
        for (Map.Entry<String, Integer> word : counts.entrySet()) {
            words += word.getValue();
            for (int i = 1; i <= word.getValue(); i++) {
                sum += Numbers.digest(word.getKey().hashCode(), i);
            }
        }
        return new Totals(words, sum);
    }

    private static Map<String, Integer> counts(Path text) throws IOException {
        Map<String, Integer> counts = new HashMap<>();
        for (Path file : TextFiles.files(text)) {
            try (var lines = Files.lines(file)) {
                lines.forEach(line -> Words.split(line, word -> counts.merge(word, 1, Integer::sum)));
            }
        }
        return counts;
    }

    /** How many words a directory holds. */
    static long wordsIn(Path text) throws IOException {
        List<Path> files = TextFiles.files(text);
        long words = 0;
        for (Path file : files) {
            try (var lines = Files.lines(file)) {
                words += lines.mapToLong(Words::count).sum();
            }
        }
        return words;
    }
}
