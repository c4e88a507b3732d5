package io.github.foggara.shell;

import io.github.foggara.api.client.JobSubmission;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A job as typed on a command line: {@code PROGRAM [--parallelism N] [--name NAME] [-Dkey=value ...] [--ARGUMENT VALUE ...]}.
 *
 * @param name of the job if one was given
 * @param options of the job, from {@code --parallelism} and {@code -D}
 * @param arguments of the program, from every other {@code --ARGUMENT}
 */
record SubmissionArguments(
        String program, Optional<String> name, Map<String, String> options, Map<String, String> arguments) {
    private static final String PARALLELISM = "parallelism";
    /** Before the names of arguments in the file of a configuration. */
    private static final String ARGUMENT = "arg.";
    /** Arguments that are paths by convention: what a user types is relative to where the user is. */
    private static final List<String> PATHS = List.of("input", "output");

    /**
     * @param directory where relative paths start
     * @throws UsageException naming the word that is not understood
     */
    static SubmissionArguments parse(List<String> words, Path directory) {
        Reader reader = new Reader(directory);
        int at = 0;
        while (at < words.size()) {
            at = reader.take(words, at);
        }
        if (reader.program == null) {
            throw new UsageException("The name of the program is missing.");
        }
        return new SubmissionArguments(
                reader.program, Optional.ofNullable(reader.name), reader.options, reader.arguments);
    }

    JobSubmission submission(String jobName) {
        return new JobSubmission(jobName, program, options, arguments);
    }

    private static final class Reader {
        private final Path directory;
        private final Map<String, String> options = new LinkedHashMap<>();
        private final Map<String, String> arguments = new LinkedHashMap<>();
        private String program;
        private String name;

        Reader(Path directory) {
            this.directory = directory;
        }

        /** Takes one word, or two; returns where the next one is. */
        int take(List<String> words, int at) {
            String word = words.get(at);
            if (word.startsWith("-D")) {
                option(word.substring(2), word);
                return at + 1;
            }
            if (!word.startsWith("--") || word.length() == 2) {
                program(word);
                return at + 1;
            }
            int equals = word.indexOf('=');
            if (equals > 0) {
                named(word.substring(2, equals), word.substring(equals + 1));
                return at + 1;
            }
            if (at + 1 == words.size() || words.get(at + 1).startsWith("--")) {
                throw new UsageException("The value of " + word + " is missing.");
            }
            named(word.substring(2), words.get(at + 1));
            return at + 2;
        }

        private void option(String text, String word) {
            int equals = text.indexOf('=');
            if (equals < 1) {
                throw new UsageException("An option is written -Dkey=value, not '" + word + "'.");
            }
            String key = text.substring(0, equals);
            String value = text.substring(equals + 1);
            refuseReserved(key, value, word);
            put(options, key, value);
        }

        /** Keys that have a word of their own on a command line; as options they would be ignored or unknown. */
        private static void refuseReserved(String key, String value, String word) {
            String instead = null;
            if (key.equals("program")) {
                instead = "the program is the first word, " + value + ".";
            } else if (key.equals("name")) {
                instead = "the name of the job is written --name " + value + ".";
            } else if (key.equals(ARGUMENT)) {
                instead = "an argument of the program is written --NAME VALUE.";
            } else if (key.startsWith(ARGUMENT)) {
                instead = "an argument of the program is written --" + key.substring(ARGUMENT.length()) + " " + value
                        + ".";
            }
            if (instead != null) {
                throw new UsageException("'" + word + "' is not understood: " + instead);
            }
        }

        private void program(String word) {
            if (word.startsWith("-")) {
                throw new UsageException("'" + word + "' is not understood.");
            }
            if (program != null) {
                throw new UsageException("'" + word + "' is not understood: the program is " + program
                        + ", and each of its arguments is written --NAME VALUE.");
            }
            program = word;
        }

        private void named(String key, String value) {
            switch (key) {
                case PARALLELISM -> put(options, key, value);
                case "name" -> {
                    if (name != null) {
                        throw new UsageException("'name' is given twice.");
                    }
                    name = value;
                }
                default -> put(arguments, key, PATHS.contains(key) ? resolved(value) : value);
            }
        }

        private void put(Map<String, String> values, String key, String value) {
            if (values.putIfAbsent(key, value) != null) {
                throw new UsageException("'" + key + "' is given twice.");
            }
        }

        /** Text, not {@code Path.resolve}: a pattern such as {@code *.txt} is no path on every file system. */
        private String resolved(String value) {
            if (value.isEmpty()
                    || value.startsWith("/")
                    || value.contains("://")
                    || Path.of(value).isAbsolute()) {
                return value;
            }
            return directory + "/" + value;
        }
    }
}
