package io.github.foggara.kernel.program;

/**
 * Which code a run was started with.
 *
 * @param name the program's name
 * @param bundle symbolic name and version of its bundle
 * @param hash SHA-256 of the bundle in hexadecimal digits; tells two builds of one version apart
 */
public record ProgramId(String name, String bundle, String hash) {
    private static final int SHOWN_DIGITS = 8;

    /** Name under which the code is leased: the program's name and the beginning of the hash. */
    public String code() {
        return name + "@" + hash.substring(0, Math.min(SHOWN_DIGITS, hash.length()));
    }

    @Override
    public String toString() {
        return name + " (" + bundle + ")";
    }
}
