package io.github.foggara.benchmarks.work;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a job must report, worked out by plain loops. */
public final class Expected {
    private Expected() {}

    public static Totals of(Load load) throws IOException {
        return switch (load.workload()) {
            case CHAIN -> chain(load.records());
            case SHUFFLE, NETWORK, MANY, STATE -> sums(load, false);
            case WIDE -> sums(load, true);
            case RESTART -> numbers(load);
            case SORT, SORT_IN_MEMORY -> rows(load);
            case PARTITION -> new Totals(load.parallelism(), load.records() * (load.records() - 1) / 2);
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

    /**
     * What is left after a checkpoint.
     *
     * @param totals of the records after it
     * @param keys that have a sum in it
     */
    record Rest(Totals totals, long keys) {}

    /** If each source has emitted so many records of its share before. */
    static Rest rest(Load load, long share, long before) {
        long[] sums = new long[Math.toIntExact(load.keys())];
        for (long number = 0; number < load.records(); number++) {
            long key = Numbers.key(number, load.keys());
            sums[(int) key] += number % share < before ? Numbers.value(key) : 0;
        }
        long keys = Arrays.stream(sums).filter(sum -> sum > 0).count();
        long count = 0;
        long sum = 0;
        for (long number = 0; number < load.records(); number++) {
            if (number % share >= before) {
                int key = (int) Numbers.key(number, load.keys());
                sums[key] += Numbers.value(key);
                sum += Numbers.digest(key, sums[key]);
                count++;
            }
        }
        return new Rest(new Totals(count, sum), keys);
    }

    private static Totals numbers(Load load) {
        long sum = 0;
        for (long number = 0; number < load.records(); number++) {
            sum += Numbers.digest(Numbers.key(number, load.keys()), number);
        }
        return new Totals(load.records(), sum);
    }

    private static Totals rows(Load load) {
        byte[] payload = new byte[Row.PAYLOAD];
        long sum = 0;
        for (long number = 0; number < load.records(); number++) {
            Row.fill(payload, number);
            sum += Row.digest(Row.key(number), payload);
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
