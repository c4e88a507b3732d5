package io.github.foggara.launcher;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/** Files of {@code conf/} that do not become configurations, because FileInstall cannot read them: it says so only in the log. */
final class ConfigurationFiles {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final int LINES_SEARCHED = 500;

    /** How FileInstall reads a file. */
    interface Syntax {
        /**
         * @throws IllegalArgumentException saying what cannot be read
         */
        void read(Reader text) throws IOException;
    }

    private ConfigurationFiles() {}

    /** One line for each file that has not changed for a while and cannot be read. */
    static List<String> unreadable(Path conf, Syntax syntax, Instant now) {
        List<String> lines = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(conf, "*.{cfg,config}")) {
            for (Path file : files) {
                if (Files.isRegularFile(file) && unchanged(file, now)) {
                    problem(file, syntax).ifPresent(problem -> lines.add(file + ", " + problem));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            lines.add(conf + ", the directory cannot be listed: " + e);
        }
        lines.sort(null);
        return lines;
    }

    private static Optional<String> problem(Path file, Syntax syntax) {
        byte[] bytes;
        try {
            bytes = Files.readAllBytes(file);
        } catch (IOException e) {
            return Files.exists(file) ? Optional.of("the file cannot be read: " + e) : Optional.empty();
        }
        if (bytes.length > 0 && bytes[0] == '<') {
            return xmlProblem(bytes);
        }
        List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
        Optional<String> why = why(lines, syntax);
        if (why.isEmpty()) {
            return why;
        }
        return Optional.of(place(lines, syntax) + ": " + why.get()
                + ". Correct it (a backslash is written twice); until then what was read from the file before holds");
    }

    /** Read anew up to each line, so only a file of usual length is searched. */
    private static String place(List<String> lines, Syntax syntax) {
        if (lines.size() > LINES_SEARCHED) {
            return "one of its " + lines.size() + " lines";
        }
        int good = lines.size() - 1;
        while (good > 0 && why(lines.subList(0, good), syntax).isPresent()) {
            good--;
        }
        return "line " + (good + 1) + " '" + lines.get(good).strip() + "'";
    }

    private static Optional<String> why(List<String> lines, Syntax syntax) {
        try {
            syntax.read(new StringReader(String.join("\n", lines)));
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.of(words(e));
        }
    }

    /** Of a file that begins with {@code <}. */
    private static Optional<String> xmlProblem(byte[] bytes) {
        try {
            new Properties().loadFromXML(new ByteArrayInputStream(bytes));
            return Optional.empty();
        } catch (IOException | RuntimeException e) {
            return Optional.of("it begins with '<' and is not XML properties: " + words(e)
                    + ". Correct it; until then what was read from the file before holds");
        }
    }

    private static String words(Exception e) {
        String message = e.getMessage() == null ? e.toString() : e.getMessage();
        return message.strip().replaceAll("\\s*\\R\\s*", " ");
    }

    private static boolean unchanged(Path file, Instant now) {
        try {
            return Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(PATIENCE));
        } catch (IOException e) {
            return false;
        }
    }
}
