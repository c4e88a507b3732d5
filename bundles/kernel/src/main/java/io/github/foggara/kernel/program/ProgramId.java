package io.github.foggara.kernel.program;

/**
 * Which code a run was started with.
 *
 * @param name the program's name
 * @param bundle symbolic name and version of its bundle
 * @param hash SHA-256 of the bundle in hexadecimal digits; tells two builds of one version apart
 */
public record ProgramId(String name, String bundle, String hash) {
    @Override
    public String toString() {
        return name + " (" + bundle + ")";
    }
}
