package io.github.foggara.kernel.program;

import java.util.regex.Pattern;

/**
 * One bundle of a program's code.
 *
 * @param name symbolic name
 * @param version of the bundle
 * @param content SHA-256 of what it consists of, 64 hexadecimal digits; the same wherever it is installed
 * @param file SHA-256 of the file that it is shipped as, 64 hexadecimal digits; empty if it is not shipped
 * @param size of that file in bytes; 0 if it is not shipped
 */
public record CodeBundle(String name, String version, String content, String file, long size) {
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    public CodeBundle {
        if (!HASH.matcher(content).matches()
                || !file.isEmpty() && !HASH.matcher(file).matches()) {
            throw new IllegalArgumentException("The bundle " + name + " has no SHA-256 of 64 hexadecimal digits");
        }
        if (size < 0) {
            throw new IllegalArgumentException("The bundle " + name + " cannot have " + size + " bytes");
        }
    }

    /** The same, as a file. */
    public CodeBundle as(String hash, long bytes) {
        return new CodeBundle(name, version, content, hash, bytes);
    }

    /** Symbolic name and version, as people know it. */
    @Override
    public String toString() {
        return name + " " + version;
    }
}
