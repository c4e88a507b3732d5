package io.github.foggara.checkpoint.metadata;

import java.util.regex.Pattern;

/** Names of files with parts of a checkpoint: letters, digits, dots and hyphens, and never a path. */
public final class PartNames {
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,199}");

    private PartNames() {}

    public static boolean accepts(String name) {
        return PART.matcher(name).matches();
    }
}
