package io.github.foggara.api.client;

import java.util.Map;

/**
 * A job to run.
 *
 * @param name unique in the container: letters, digits, {@code . _} and {@code -}, at most 100
 * @param program value of {@code foggara.job} of the program's service
 * @param options texts by option key, e.g. {@code parallelism}, plugin choices
 * @param arguments for the program
 */
public record JobSubmission(String name, String program, Map<String, String> options, Map<String, String> arguments) {
    public JobSubmission {
        options = Map.copyOf(options);
        arguments = Map.copyOf(arguments);
    }
}
