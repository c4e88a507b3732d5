package io.github.foggara.kernel.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a job's configuration says.
 *
 * @param program name of the program, empty if the key is missing
 * @param options texts by option key, without {@code program}
 * @param arguments for the program: the {@code arg.*} keys without that prefix
 */
public record JobProperties(String program, Map<String, String> options, Map<String, String> arguments) {
    private static final String ARGUMENT = "arg.";
    private static final List<String> NOT_OURS = List.of("service.", "felix.fileinstall.", "component.");

    public JobProperties {
        options = Map.copyOf(options);
        arguments = Map.copyOf(arguments);
    }

    /** Cuts properties apart; keys that the framework adds are left out. */
    public static JobProperties of(Map<String, String> properties) {
        Map<String, String> options = new TreeMap<>();
        Map<String, String> arguments = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (key.startsWith(ARGUMENT)) {
                arguments.put(key.substring(ARGUMENT.length()), value);
            } else if (NOT_OURS.stream().noneMatch(key::startsWith)) {
                options.put(key, value.strip());
            }
        });
        String program = options.remove(JobOptions.PROGRAM.key());
        return new JobProperties(program == null ? "" : program, options, arguments);
    }

    /**
     * In words, if no program is named.
     *
     * @param known names of programs
     */
    public Optional<String> noProgram(List<String> known) {
        return program.isBlank()
                ? Optional.of("The key '" + JobOptions.PROGRAM.key()
                        + "' is missing: it names the program to run. Known programs: " + known)
                : Optional.empty();
    }
}
