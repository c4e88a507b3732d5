package io.github.foggara.connector.file.output;

import io.github.foggara.api.execution.ExecutionAttemptId;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of a part: {@code part-00003.csv} when published, {@code part-00003.csv.2-0-attempt} (vertex, attempt) before. One that a
 * checkpoint publishes also has its number: {@code part-00003-000017.csv}. The only names a committer accepts from outside.
 */
final class PartName {
    private static final String PUBLISHED = "part-[0-9]{5,10}(?:-([0-9]{6,19}))?\\.([a-z]{1,8})";
    private static final Pattern TARGET = Pattern.compile(PUBLISHED);
    private static final Pattern ATTEMPT = Pattern.compile("(" + PUBLISHED + ")\\.[0-9]{1,10}-[0-9]{1,10}-attempt");

    private PartName() {}

    static String attempt(ExecutionAttemptId id, String extension) {
        return String.format("part-%05d.%s.%d-%d-attempt", id.subtask(), extension, id.vertex(), id.attempt());
    }

    /** Of what the attempt wrote until this checkpoint. */
    static String attempt(ExecutionAttemptId id, long checkpoint, String extension) {
        return String.format(
                "part-%05d-%06d.%s.%d-%d-attempt", id.subtask(), checkpoint, extension, id.vertex(), id.attempt());
    }

    /** Whether it is the name of an attempt's file, with whatever extension. */
    static boolean isAttempt(String name) {
        return ATTEMPT.matcher(name).matches();
    }

    /** Whether it is the name of a published part with this extension. */
    static boolean isPublished(String name, String extension) {
        Matcher matcher = TARGET.matcher(name);
        return matcher.matches() && matcher.group(2).equals(extension);
    }

    /** The checkpoint in the name of a published part; empty for one that is published when its job ends. */
    static OptionalLong checkpoint(String published) {
        Matcher matcher = TARGET.matcher(published);
        if (!matcher.matches() || matcher.group(1) == null) {
            return OptionalLong.empty();
        }
        try {
            return OptionalLong.of(Long.parseLong(matcher.group(1)));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /**
     * The published name.
     *
     * @throws IllegalArgumentException if it is not the name of an attempt's file with this extension
     */
    static String published(String attempt, String extension) {
        Matcher matcher = ATTEMPT.matcher(attempt);
        if (!matcher.matches() || !matcher.group(3).equals(extension)) {
            throw new IllegalArgumentException("'" + attempt + "' is not the name of a part in ." + extension);
        }
        return matcher.group(1);
    }
}
