package io.github.foggara.itests.container;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What must not be read in any log, and whether it is there: as it stands in a file, as hexadecimal digits, or in base 64. */
public final class Leaks {
    private static final int TOKEN_BYTES = 32;
    /** Of a key in a PEM file; shorter lines, and those with dashes, hold nothing to speak of. */
    private static final int LEAST_LINE = 24;

    private static final Pattern LONG_WORD = Pattern.compile("[0-9A-Za-z+/_-]{43,}");

    private final List<String> texts = new ArrayList<>();
    private final List<byte[]> tokens = new ArrayList<>();

    /** Each line of a file of keys or of secrets. */
    public Leaks lines(Path file) throws IOException {
        Files.readAllLines(file).stream()
                .filter(line -> line.length() >= LEAST_LINE && !line.startsWith("-----"))
                .forEach(texts::add);
        return this;
    }

    /** Wherever in the file the token of a job stands: each piece of its length. */
    public Leaks tokenIn(Path file) {
        try {
            byte[] bytes = Files.readAllBytes(file);
            for (int from = 0; from + TOKEN_BYTES <= bytes.length; from++) {
                tokens.add(Arrays.copyOfRange(bytes, from, from + TOKEN_BYTES));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return this;
    }

    /** How a token would be read in a log. */
    public List<String> tokens() {
        List<String> words = new ArrayList<>();
        for (byte[] token : tokens) {
            words.add(HexFormat.of().formatHex(token));
            words.add(Base64.getEncoder().withoutPadding().encodeToString(token));
        }
        return words;
    }

    public List<String> texts() {
        return texts;
    }

    /** Those that are in the log. */
    public List<String> in(String log) {
        String words = LONG_WORD.matcher(log).results().map(MatchResult::group).collect(Collectors.joining("\n"));
        String lower = words.toLowerCase(java.util.Locale.ROOT);
        List<String> found =
                new ArrayList<>(texts.stream().filter(log::contains).toList());
        for (String token : tokens()) {
            if (words.contains(token) || lower.contains(token)) {
                found.add(token);
            }
        }
        return found;
    }
}
