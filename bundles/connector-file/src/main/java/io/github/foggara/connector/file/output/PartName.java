package io.github.foggara.connector.file.output;

import io.github.foggara.api.execution.ExecutionAttemptId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of a part: {@code part-00003.csv} when published, {@code part-00003.csv.2-0-attempt} (vertex, attempt) before.
 * The only names a committer accepts from outside.
 */
final class PartName {
    private static final Pattern ATTEMPT =
            Pattern.compile("(part-[0-9]{5,10}\\.([a-z]{1,8}))\\.[0-9]{1,10}-[0-9]{1,10}-attempt");

    private PartName() {}

    static String attempt(ExecutionAttemptId id, String extension) {
        return String.format("part-%05d.%s.%d-%d-attempt", id.subtask(), extension, id.vertex(), id.attempt());
    }

    /** Whether it is the name of an attempt's file, with whatever extension. */
    static boolean isAttempt(String name) {
        return ATTEMPT.matcher(name).matches();
    }

    /**
     * The published name.
     *
     * @throws IllegalArgumentException if it is not the name of an attempt's file with this extension
     */
    static String published(String attempt, String extension) {
        Matcher matcher = ATTEMPT.matcher(attempt);
        if (!matcher.matches() || !matcher.group(2).equals(extension)) {
            throw new IllegalArgumentException("'" + attempt + "' is not the name of a part in ." + extension);
        }
        return matcher.group(1);
    }
}
