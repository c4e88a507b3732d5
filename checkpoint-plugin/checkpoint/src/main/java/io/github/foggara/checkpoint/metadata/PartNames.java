package io.github.foggara.checkpoint.metadata;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of files with parts of a checkpoint: letters, digits, dots and hyphens, and never a path. That of a shared one begins with the
 * checkpoint that it was written for: {@code 7.WRITER}.
 */
public final class PartNames {
    private static final Pattern PART = Pattern.compile("[A-Za-z0-9][A-Za-z0-9.-]{0,199}");
    private static final Pattern SHARED = Pattern.compile("([1-9][0-9]{0,17})\\.[A-Za-z0-9].*");

    private PartNames() {}

    public static boolean accepts(String name) {
        return PART.matcher(name).matches();
    }

    public static boolean accepts(PartName name) {
        return accepts(name.name())
                && (!name.shared() || writtenFor(name.name()).isPresent());
    }

    /** Of the shared file of a writer, which may turn out to be none that is accepted. */
    public static String shared(long checkpoint, String writer) {
        return checkpoint + "." + writer;
    }

    /** The checkpoint that a shared file was written for; empty if that is no name of one. */
    public static OptionalLong writtenFor(String name) {
        Matcher matcher = SHARED.matcher(name);
        return accepts(name) && matcher.matches()
                ? OptionalLong.of(Long.parseLong(matcher.group(1)))
                : OptionalLong.empty();
    }
}
