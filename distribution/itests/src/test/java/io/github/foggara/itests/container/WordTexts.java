package io.github.foggara.itests.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts to count words in, and the counts by another way than the job's. */
public final class WordTexts {
    private static final List<String> WORDS = List.of(
            "foggara", "Water", "shaft", "Größe", "кяриз", "水", "x1", "a", "The", "flows", "Straße", "42", "été");
    private static final List<String> GAPS = List.of(" ", "  ", ", ", ".\n", "-", "\t", "\r\n", "'", " — ");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}]+");

    private WordTexts() {}

    public static Path write(Path file, long seed, int words) {
        Random random = new Random(seed);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < words; i++) {
            text.append(WORDS.get(random.nextInt(WORDS.size())));
            text.append(GAPS.get(random.nextInt(GAPS.size())));
        }
        try {
            return Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Counted with a regular expression. */
    public static Map<String, Long> expected(Path file) {
        Map<String, Long> counts = new TreeMap<>();
        try {
            Matcher words = WORD.matcher(Files.readString(file));
            while (words.find()) {
                counts.merge(words.group().toLowerCase(Locale.ROOT), 1L, Long::sum);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return counts;
    }

    /** All parts of a published output, each with a header; a word in two parts or twice in one fails. */
    public static Map<String, Long> output(Path directory) {
        Map<String, Long> counts = new TreeMap<>();
        for (String file : Directories.files(directory)) {
            try {
                List<String> lines = Files.readAllLines(directory.resolve(file));
                for (String line : lines.subList(Math.min(1, lines.size()), lines.size())) {
                    int comma = line.lastIndexOf(',');
                    String word = line.substring(0, comma);
                    if (counts.put(word, Long.valueOf(line.substring(comma + 1))) != null) {
                        throw new AssertionError("The word '" + word + "' stands twice in " + directory);
                    }
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return counts;
    }
}
