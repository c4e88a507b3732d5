package io.github.foggara.kernel.program;

/**
 * That one bundle of a program's code gets something of another bundle.
 *
 * @param bundle that gets it: symbolic name and version
 * @param what for people: a package, a bundle or a fragment
 * @param provider that it comes from: symbolic name and version
 * @param content SHA-256 of what the provider consists of, in hexadecimal digits
 */
public record CodeWire(String bundle, String what, String provider, String content) {
    /** What a bundle gets, wherever that comes from. */
    public record Use(String bundle, String what) {}

    /** What it is about. */
    public Use use() {
        return new Use(bundle, what);
    }
}
