package io.github.foggara.api.job;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Arguments of one run: {@code arg.*} keys of its configuration without the prefix, or {@code --name value} on the command
 * line. Immutable.
 *
 * @param arguments name to value
 * @param submissionTime milliseconds since the epoch; the same in every call of {@code define} of this run
 * @param seed for random generators; the same in every call of {@code define} of this run
 */
public record JobParameters(Map<String, String> arguments, long submissionTime, long seed) {
    public JobParameters {
        arguments = arguments instanceof ObservedArguments ? arguments : Map.copyOf(arguments);
    }

    public Optional<String> find(String name) {
        return Optional.ofNullable(arguments.get(name));
    }

    /**
     * @throws JobDefinitionException if it was not given
     */
    public String string(String name) {
        return find(name)
                .orElseThrow(() -> new JobDefinitionException("The argument '" + name
                        + "' is missing. Give it as --" + name + " VALUE, or as arg." + name
                        + " in the job's configuration. Given: "
                        + new TreeMap<>(arguments).keySet()));
    }

    /** A path as text; relative ones were resolved by whoever submitted the job. */
    public Path path(String name) {
        return Path.of(string(name));
    }

    /**
     * @throws JobDefinitionException if the value is not a whole number from {@code min} to {@code max}
     */
    public int integer(String name, int fallback, int min, int max) {
        String text = find(name).orElse(null);
        if (text == null) {
            return fallback;
        }
        try {
            int value = Integer.parseInt(text.strip());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // refused below, in the same words
        }
        throw new JobDefinitionException("The argument '" + name + "' must be a whole number from " + min + " to " + max
                + ", not '" + text + "'");
    }
}
