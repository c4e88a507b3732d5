package io.github.foggara.launcher;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Makes one line for the container's shell out of the words of a command line. */
final class ShellLine {
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_./:,@+-]+");
    private static final Pattern SPECIAL = Pattern.compile("[\\\\\"$]");
    private static final Pattern NOT_PLAIN = Pattern.compile("[^\\p{L}\\p{N}_./:,@+-]");

    private ShellLine() {}

    /** A single word is a line as it stands; of several, each reaches the command as it was given here. */
    static String of(String[] words) {
        return words.length == 1
                ? words[0]
                : Arrays.stream(words).map(ShellLine::quoted).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        if (word.contains("'") || word.contains("%")) {
            // Gogo looks at these two inside double quotes as well.
            return NOT_PLAIN.matcher(word).replaceAll("\\\\$0");
        }
        return PLAIN.matcher(word).matches()
                ? word
                : '"' + SPECIAL.matcher(word).replaceAll("\\\\$0") + '"';
    }
}
