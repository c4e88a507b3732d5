package io.github.foggara.kernel.dispatcher;

import java.util.regex.Pattern;

/** Which names a job may have: they become names of directories, and nothing else does. */
final class JobNames {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}");

    private JobNames() {}

    static boolean isAccepted(String name) {
        return name != null && NAME.matcher(name).matches();
    }

    /**
     * @throws IllegalArgumentException for any other name
     */
    static void check(String name) {
        if (!isAccepted(name)) {
            throw new IllegalArgumentException("The job name '" + name
                    + "' is not accepted: letters, digits, '.', '_' and '-' are, at most 100, not beginning with '.'");
        }
    }
}
